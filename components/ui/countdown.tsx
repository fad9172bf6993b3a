'use client'

import { useEffect, useState } from 'react'

const SECOND_MS = 1_000
const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' })

/** The end time by the reader's clock, and the time that is left. */
export function Countdown({ endsAt }: { endsAt: number }) {
  const [left, setLeft] = useState(() => endsAt - Date.now())
  useEffect(() => {
    const tick = () => setLeft(endsAt - Date.now())
    tick()
    const timer = setInterval(tick, SECOND_MS)
    return () => clearInterval(timer)
  }, [endsAt])
  const seconds = Math.max(0, Math.ceil(left / SECOND_MS))
  return (
    <>
      {time.format(endsAt)} your time{' '}
      <span role="timer" className="tabular-nums text-ink-soft">
        ({Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')} left)
      </span>
    </>
  )
}
