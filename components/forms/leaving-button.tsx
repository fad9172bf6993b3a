'use client'

import { useLayoutEffect, useRef } from 'react'
import { Button, type ButtonProps } from '@/components/forms/button'
import { focusOn, rememberPlace } from '@/components/ui/focus'

/**
 * A button that goes once what it began has ended. If it has the focus then, the focus moves on: whoever works by keyboard
 * would begin at the top of the page otherwise.
 * @param next finds what gets the focus; by default it is what remains around the button.
 */
export function LeavingButton({ next, ...button }: ButtonProps & { readonly next?: () => HTMLElement | null }) {
  const element = useRef<HTMLButtonElement>(null)
  const latest = useRef(next)
  latest.current = next
  useLayoutEffect(() => {
    const pressed = element.current
    return () => {
      // Here it is in the page for the last time, and what comes in its place is not there yet.
      if (pressed === null || document.activeElement !== pressed) return
      const toWhatRemains = rememberPlace()
      queueMicrotask(() => {
        if (document.activeElement === document.body) focusOn(latest.current?.() ?? null)
        toWhatRemains()
      })
    }
  }, [])
  return <Button {...button} ref={element} />
}
