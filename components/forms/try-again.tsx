import { LeavingButton } from '@/components/forms/leaving-button'

/** Says that something could not be read, and reads it again. */
export function TryAgain({ words, again, className = '' }: { words: string; again: () => void; className?: string }) {
  return (
    <div role="alert" className={`flex flex-wrap items-center gap-4 ${className}`}>
      <p className="text-madder">{words}</p>
      <LeavingButton onClick={again}>Try again</LeavingButton>
    </div>
  )
}
