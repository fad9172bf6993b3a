import { LeavingButton } from '@/components/forms/leaving-button'
import { Notice } from '@/components/ui/notice'

/** Announces what just happened to a list with a “Refresh” button, and shows its error. */
export function PagesNews({ said, fault }: { said: string; fault: string | null }) {
  return (
    <>
      <p role="status" className="sr-only">
        {said}
      </p>
      {fault ? (
        <Notice tone="fault" role="alert" className="mb-6">
          {fault} Press “Refresh”.
        </Notice>
      ) : null}
    </>
  )
}

/** The same for a list without that button: the error has its own button to reload. */
export function PagesNewsAgain({ said, fault, again }: { said: string; fault: string | null; again: () => void }) {
  return (
    <>
      <p role="status" className="sr-only">
        {said}
      </p>
      {fault ? (
        <Notice tone="fault" as="div" role="alert" className="mt-4 flex flex-wrap items-center gap-4">
          <p>{fault}</p>
          <LeavingButton onClick={again}>Try again</LeavingButton>
        </Notice>
      ) : null}
    </>
  )
}
