import { judgedPage } from '@/components/wallet/signing/said'

/** The way to read what a verifier's text is about: the text itself names only its hash. It leaves the text open. */
export function JudgedLink({ message }: { message: string }) {
  const page = judgedPage(message)
  if (!page) return null
  return (
    <a href={page} target="_blank" rel="noopener" className="link inline-flex min-h-8 items-center text-sm">
      Read what you review, in a new tab
    </a>
  )
}
