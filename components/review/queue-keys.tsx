'use client'

import { type ReactNode, useEffect, useState } from 'react'

const ITEM = '[data-queue-item]'
/** `public/document.js` reads it too, for the key that opens the search. */
const KEYS_OFF = 'keys-off'

const items = () => [...document.querySelectorAll<HTMLElement>(ITEM)]

/** Moves the focus by one item, from the focused item or else from the last one visited. */
function step(by: 1 | -1, last: number): number {
  const all = items()
  const focused = document.activeElement?.closest<HTMLElement>(ITEM)
  const here = focused ? all.indexOf(focused) : last
  const next = Math.min(Math.max(here + by, 0), all.length - 1)
  all[next]?.focus()
  return next
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable], dialog') !== null
}

function readOff(): boolean {
  try {
    return localStorage.getItem(KEYS_OFF) !== null
  } catch {
    return false
  }
}

function keepOff(off: boolean): void {
  try {
    if (off) localStorage.setItem(KEYS_OFF, '1')
    else localStorage.removeItem(KEYS_OFF)
  } catch {
    // Storage is blocked: the choice lasts as long as the page.
  }
}

/** Steps through the queue by buttons or the keys j and k. All keys of the site can be switched off (WCAG 2.1.4). */
export function QueueKeys({
  count,
  isAll,
  up,
  down,
}: {
  count: number
  isAll: boolean
  up: ReactNode
  down: ReactNode
}) {
  const [position, setPosition] = useState(-1)
  const [off, setOff] = useState(false)
  useEffect(() => setOff(readOff()), [])
  useEffect(() => {
    if (off) return
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (event.key === 'j') setPosition((last) => step(1, last))
      if (event.key === 'k') setPosition((last) => step(-1, last))
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [off])
  const arrow =
    'inline-flex size-11 cursor-pointer items-center justify-center rounded-md border border-rule-strong hover:border-green hover:text-green'
  return (
    <div className="needs-script flex flex-wrap items-center gap-2">
      <button type="button" className={arrow} onClick={() => setPosition((last) => step(-1, last))}>
        {up}
        <span className="sr-only">Previous item</span>
      </button>
      <button type="button" className={arrow} onClick={() => setPosition((last) => step(1, last))}>
        {down}
        <span className="sr-only">Next item</span>
      </button>
      <span aria-hidden="true" className="min-w-16 text-center text-sm text-ink-soft tabular-nums">
        {position < 0
          ? `${count} ${isAll ? 'in all' : 'on this page'}`
          : `${Math.min(position, count - 1) + 1} of ${count}`}
      </span>
      <button
        type="button"
        aria-pressed={!off}
        onClick={() => {
          keepOff(!off)
          setOff(!off)
        }}
        className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-md px-3 text-sm text-ink-soft hover:bg-vellum hover:text-ink max-sm:hidden"
      >
        Keys{' '}
        {['j', 'k', '/'].map((key) => (
          <kbd key={key} className="rounded-sm border border-rule-strong px-1.5 font-mono">
            {key}
          </kbd>
        ))}{' '}
        {off ? 'off' : 'on'}
      </button>
    </div>
  )
}
