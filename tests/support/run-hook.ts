import { AppRouterContext, type AppRouterInstance } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { createElement, useEffect } from 'react'
import { createRoot } from 'react-dom/client'

interface Running<T> {
  /** What the hook returned last. */
  now(): T
  /** Ends it. React has nothing more to do then, so that its page can go too. */
  leave(): Promise<void>
}

const ROUTER = { refresh: () => undefined } as unknown as AppRouterInstance // what our hooks call

/** A root that stays empty, as React sees one (DOM, `DOCUMENT_FRAGMENT_NODE`). */
const emptyRoot = () =>
  ({ nodeType: 11, ownerDocument: null, addEventListener: () => undefined }) as unknown as DocumentFragment

interface RunProps {
  readonly useIt: () => void
  readonly onStart: () => void
  readonly onEnd: () => void
}

function Run({ useIt, onStart, onEnd }: RunProps) {
  useIt()
  useEffect(() => {
    onStart()
    return onEnd
  }, [onStart, onEnd])
  return null
}

/** Runs a hook with React itself, in a component that renders nothing: on a script page (`openScriptPage`). */
export function runHook<T>(useIt: () => T): Promise<Running<T>> {
  const root = createRoot(emptyRoot())
  let latest: T
  let onEnd = () => undefined
  const leave = () =>
    new Promise<void>((left) => {
      onEnd = () => void setImmediate(left)
      root.unmount()
    })
  return new Promise((resolve) => {
    const props: RunProps = {
      useIt() {
        latest = useIt()
      },
      onStart: () => resolve({ now: () => latest, leave }),
      onEnd: () => onEnd(),
    }
    root.render(createElement(AppRouterContext.Provider, { value: ROUTER }, createElement(Run, props)))
  })
}
