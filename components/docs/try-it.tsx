'use client'

import { Suspense, useState } from 'react'
import type { TryItProps } from '@/components/docs/try-it-panel'
import { Button } from '@/components/forms/button'
import { lazyPart } from '@/components/record/lazy-part'

const TryItPanel = lazyPart(() => import('@/components/docs/try-it-panel'), 'TryItPanel')

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
