import type { ReactNode } from 'react'
import { Sprig } from '@/components/ui/sprig'

/** A page with a single message, such as not found or an error. */
export function MessagePage({ kicker, title, children }: { kicker: string; title: string; children: ReactNode }) {
  return (
    <div className="oxford-rule flex min-h-[60vh] items-start gap-8 pt-12 sm:gap-14 sm:pt-20">
      <Sprig className="w-14 text-green sm:w-24" />
      <div>
        <p className="caption">{kicker}</p>
        <h1 className="mt-1 text-3xl sm:text-4xl">{title}</h1>
        <div className="mt-4 max-w-prose space-y-5 text-lg text-ink-soft">{children}</div>
      </div>
    </div>
  )
}

export function ErrorMessage({ retry, digest }: { retry: () => void; digest?: string }) {
  return (
    <MessagePage kicker="Something went wrong" title="This page could not be read just now.">
      <p>
        Storage did not answer, or something unexpected happened. Nothing was saved or lost by it. It usually passes
        within a minute.
      </p>
      <p>
        <button
          type="button"
          onClick={retry}
          className="min-h-11 cursor-pointer rounded-md bg-green px-5 font-semibold text-on-green hover:bg-green-deep"
        >
          Try again
        </button>
      </p>
      {digest ? <p className="text-sm">If you report it, name this mark: {digest}</p> : null}
    </MessagePage>
  )
}
