'use client'

import { Button } from '@/components/forms/button'

/** Told aloud at each quarter, so that nobody is talked over. */
const QUARTERS = 4

/** How much of a file has left, and the way to stop. @param sent from 0 to 1. */
export function UploadProgress({ sent, onStop }: { sent: number; onStop: () => void }) {
  const percent = Math.floor(sent * 100)
  const aloud = (Math.floor(sent * QUARTERS) * 100) / QUARTERS
  const isThere = sent >= 1
  return (
    <div className="max-w-md">
      <progress
        aria-label="Upload"
        value={sent}
        max={1}
        className="block h-2.5 w-full appearance-none overflow-hidden rounded-full bg-vellum accent-green [&::-moz-progress-bar]:bg-green [&::-webkit-progress-bar]:bg-vellum [&::-webkit-progress-value]:bg-green"
      />
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-4 text-sm text-ink-soft">
        <p aria-hidden="true" className="tabular-nums">
          {isThere ? 'All of it is there. It is being recorded …' : `${percent} % sent`}
        </p>
        <p role="status" className="sr-only">
          {isThere ? 'All of it is there.' : `${aloud} percent sent`}
        </p>
        {isThere ? null : (
          <Button kind="quiet" onClick={onStop}>
            Stop
          </Button>
        )}
      </div>
    </div>
  )
}
