import { useEffect, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import { Button } from '@/components/forms/button'
import { shortAddress } from '@/components/ui/short-address'

interface DemoRequest {
  readonly name: string
  readonly address: string
  readonly text: string
}

/** Asks in a window of the demo wallet's own, on top of the page, as an extension would. */
export function confirmInDemoWallet(request: DemoRequest): Promise<boolean> {
  return new Promise((resolve) => {
    const place = document.body.appendChild(document.createElement('div'))
    const root = createRoot(place)
    const answer = (signs: boolean) => {
      root.unmount()
      place.remove()
      resolve(signs)
    }
    root.render(<Confirm request={request} answer={answer} />)
  })
}

function Confirm({ request, answer }: { request: DemoRequest; answer: (signs: boolean) => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const page = document.activeElement
    dialog.current?.showModal()
    dialog.current?.querySelector('h2')?.focus()
    return () => {
      if (page instanceof HTMLElement) page.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-labelledby="demo-wallet"
      onCancel={() => answer(false)}
      className="mx-auto mt-6 mb-auto w-[min(24rem,calc(100vw-2rem))] rounded-md border-2 border-dashed border-ochre bg-paper p-5 text-ink backdrop:bg-[rgb(0_0_0/0.4)] sm:mr-8"
    >
      <p className="caption text-sm">{request.name}</p>
      <h2 id="demo-wallet" tabIndex={-1} className="text-xl outline-none">
        Demo wallet: sign this message?
      </h2>
      <p className="mt-1 text-sm text-ink-soft">
        {location.host} asks {shortAddress(request.address)}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be in reach of the keyboard. */}
      <section tabIndex={0} aria-label="The message" className="my-4 max-h-[32dvh] overflow-y-auto bg-vellum p-3">
        <pre className="font-mono text-xs whitespace-pre-wrap [overflow-wrap:anywhere]">{request.text}</pre>
      </section>
      <div className="flex gap-3">
        <Button kind="primary" onClick={() => answer(true)}>
          Sign
        </Button>
        <Button onClick={() => answer(false)}>Reject</Button>
      </div>
    </dialog>
  )
}
