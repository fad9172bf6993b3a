'use client'

import { lazy, Suspense, useState } from 'react'
import type { TryItProps } from '@/components/docs/try-it-panel'
import { Button } from '@/components/forms/button'

const TryItPanel = lazy(() => import('@/components/docs/try-it-panel').then((panel) => ({ default: panel.TryItPanel })))

/** Sends a public read from the page. The form is loaded when the button is pressed. */
export function TryIt(props: TryItProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="needs-script mt-4">
      {isOpen ? (
        <Suspense fallback={<p className="text-sm text-ink-soft">One moment …</p>}>
          <TryItPanel {...props} />
        </Suspense>
      ) : (
        <Button onClick={() => setOpen(true)}>Try it</Button>
      )}
    </div>
  )
}
