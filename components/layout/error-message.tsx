import { MessagePage } from '@/components/layout/message-page'

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
