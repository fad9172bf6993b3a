'use client'

import { useSyncExternalStore } from 'react'

const MINUTE_MS = 60_000
const UNITS = [
  ['day', 1440],
  ['hour', 60],
  ['minute', 1],
] as const

function subscribe(changed: () => void): () => void {
  const timer = setInterval(changed, MINUTE_MS)
  return () => clearInterval(timer)
}

const thisMinute = () => Math.floor(Date.now() / MINUTE_MS)

function words(minutes: number): string {
  const [unit, size] = UNITS.find(([, size]) => minutes >= size) ?? ['minute', 1]
  return new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay: 'long' }).format(Math.floor(minutes / size))
}

/** How long something has waited by the reader's clock. The server's HTML names only the moment itself. */
export function Age({ at }: { at: string }) {
  const minute = useSyncExternalStore(subscribe, thisMinute, () => null)
  if (minute === null) return null
  const minutes = Math.max(0, minute - Math.floor(new Date(at).getTime() / MINUTE_MS))
  return <span className="whitespace-nowrap">waiting for {words(minutes)}, </span>
}
