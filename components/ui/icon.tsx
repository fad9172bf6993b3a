import type { ReactNode } from 'react'
import type { Mark } from '@/lib/machine/labels'

// Drawn for this site on a 20 × 20 grid, in one line weight.
const DRAWINGS = {
  outline: <circle cx="10" cy="10" r="6.5" strokeDasharray="2.6 2.2" />,
  seed: <path d="M10 3c3.8 3 5 6 5 8.6a5 5 0 0 1-10 0C5 9 6.2 6 10 3Zm0 6v7" />,
  sprout: (
    <path d="M10 17.5V9.5M10 11.5C10 8 7.6 5.8 3.5 5.8c0 3.7 2.4 5.7 6.5 5.7Zm0-2c0-3.6 2.3-6 6.5-6.5.2 4-2.3 6.5-6.5 6.5" />
  ),
  hand: (
    <path d="M3 11.5c2.2-1.6 4-1.5 5.5 0H12a1.4 1.4 0 0 1 0 2.8H8.5m3.2 0 3.7-2.6c1.5-1 2.7.5 1.6 1.7-1.8 2-3.7 3.6-6 3.6-2.6 0-4.7-.9-8-.9M10 8.5V3.5m0 2.6c0-1.6 1-2.6 3-2.9.1 1.9-.9 2.9-3 2.9Z" />
  ),
  hourglass: (
    <path d="M5.5 3h9m-9 14h9M6.5 3c0 3.5 1.5 5.2 3.5 7-2 1.8-3.5 3.5-3.5 7m7-14c0 3.5-1.5 5.2-3.5 7 2 1.8 3.5 3.5 3.5 7" />
  ),
  quill: <path d="M3.5 16.5 8 12m-3 .2C5.2 7 9 3.5 16.5 3.5c0 7-3.8 10.5-9 10.7m1-2.2 4-4" />,
  lens: (
    <>
      <circle cx="8.5" cy="8.5" r="5" />
      <path d="m12.3 12.3 4.7 4.7M6.5 8.5h4m-2-2v4" />
    </>
  ),
  pencil: (
    <path d="m4 16 .8-3.5 8.7-8.7a1.7 1.7 0 0 1 2.4 0l.3.3a1.7 1.7 0 0 1 0 2.4L7.5 15.2 4 16Zm7.8-10.5 2.7 2.7" />
  ),
  seal: (
    <>
      <path d="m10 2.5 2 1.5 2.5-.1.7 2.4 2.1 1.3-.9 2.4.9 2.4-2.1 1.3-.7 2.4-2.5-.1-2 1.5-2-1.5-2.5.1-.7-2.4-2.1-1.3.9-2.4-.9-2.4 2.1-1.3.7-2.4L8 4l2-1.5Z" />
      <path d="m7.2 10.2 2 2 3.6-4.2" />
    </>
  ),
  branch: (
    <path d="M4 17c1.5-5 5-9 12-13M8 10.6C6.2 9 5.8 7 6.8 4.5c2.2 1.4 2.7 3.2 1.9 5.3m2.8-2.3c2 1 4 .9 6-.8-1.5-2-3.3-2.4-5-1.2M6.2 13.5c2.2 1.3 4.3 1.2 6.3-.6-1.7-1.9-3.7-2.2-5.4-1" />
  ),
  flower: (
    <>
      <circle cx="10" cy="7.5" r="1.6" />
      <path d="M10 5.9c-1.9-2-1.3-3.7 0-3.9 1.3.2 1.9 1.9 0 3.9Zm1.5 1.1c.7-2.6 2.5-2.7 3.4-1.7.5 1.2-.7 2.6-3.4 1.7Zm-.6 1.9c2.7.2 3.2 1.9 2.5 3-1.2.7-2.7-.3-2.5-3Zm-1.8 0c-2.7.2-3.2 1.9-2.5 3 1.2.7 2.7-.3 2.5-3ZM8.5 7c-.7-2.6-2.5-2.7-3.4-1.7C4.6 6.5 5.8 7.9 8.5 7ZM10 9.2V18" />
    </>
  ),
  leaf: <path d="M4 16c1.5-2.5 3-4.5 6-7M5.5 13.8C3.5 9 6.5 4 16 3.5c.5 8.5-4 13-10.5 10.3Z" />,
  cross: <path d="m5 5 10 10M15 5 5 15" />,
  check: <path d="m4 10.5 4 4 8-9" />,
  home: <path d="M3 9.5 10 3.5l7 6M5 8v8.5h10V8M8.5 16.5v-4a1.5 1.5 0 0 1 3 0v4" />,
  challenge: <path d="M10 3v14M3 5.5h4.5v6H3zM12.5 8.5H17v6h-4.5z" />,
  mission: <path d="M4 17V3m12 14V3M4 6.5h12M4 13.5h12M7 13.5c4 0 1-7 6-7" />,
  receipt: <path d="M5 2.5h10v15l-2-1.4-1.5 1.4-1.5-1.4-1.5 1.4L7 16.1l-2 1.4v-15Zm2.8 4h4.4m-4.4 3h4.4m-4.4 3h2.4" />,
  wallet: (
    <path d="M3.5 6.5v8a1.5 1.5 0 0 0 1.5 1.5h10a1.5 1.5 0 0 0 1.5-1.5V8A1.5 1.5 0 0 0 15 6.5H4.7A1.2 1.2 0 0 1 4.7 4H14m-.5 7.2h.1" />
  ),
  search: (
    <>
      <circle cx="8.5" cy="8.5" r="5" />
      <path d="m12.3 12.3 4.7 4.7" />
    </>
  ),
  outward: <path d="M7 4H4v12h12v-3M10 4h6v6m0-6-7 7" />,
  onward: <path d="M4 10h12m-4.5-4.5L16 10l-4.5 4.5" />,
  back: <path d="M16 10H4m4.5-4.5L4 10l4.5 4.5" />,
  reversal: <path d="M16 15V9.5A3.5 3.5 0 0 0 12.5 6H4m3.5-3.5L4 6l3.5 3.5" />,
  clock: (
    <>
      <circle cx="10" cy="10" r="7" />
      <path d="M10 6v4.2l2.8 1.8" />
    </>
  ),
  sun: (
    <>
      <circle cx="10" cy="10" r="3.5" />
      <path d="M10 2v2m0 12v2M2 10h2m12 0h2M4.3 4.3l1.5 1.5m8.4 8.4 1.5 1.5M4.3 15.7l1.5-1.5m8.4-8.4 1.5-1.5" />
    </>
  ),
  moon: <path d="M16.5 11.8A7 7 0 1 1 8.2 3.5a5.5 5.5 0 0 0 8.3 8.3Z" />,
  download: <path d="M10 3v9.5M6 9l4 4 4-4M4 16.5h12" />,
  raw: <path d="m7.5 5 5 5-5 5" />,
  plus: <path d="M10 4v12M4 10h12" />,
  voices: <path d="M3 3.5h9.5v7H7L4.5 13v-2.5H3v-7Zm12 4h2v6.5h-1.5v2.5L13 14H8.5v-1" />,
  send: <path d="M17 3 2.5 8.5l5.5 2.5L10.5 17 17 3Zm0 0-9 8" />,
} satisfies Record<Mark, ReactNode> & Record<string, ReactNode>

export type IconName = keyof typeof DRAWINGS

/** Only the strokes, for pictures that are drawn outside a page. */
export const iconDrawing = (name: IconName): ReactNode => DRAWINGS[name]

/** A drawing beside a word. It adds no information, so it is hidden from screen readers. */
export function Icon({ name, className = 'size-5' }: { name: IconName; className?: string }) {
  return (
    <svg viewBox="0 0 20 20" className={`icon ${className}`} aria-hidden="true">
      {DRAWINGS[name]}
    </svg>
  )
}
