import { LogoDrawing } from '@/components/layout/logo'

/** The stamp of a receipt: the mark in a ring. */
export function Seal({ className = '' }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 120 120"
      className={`shrink-0 ${className}`}
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <circle cx="60" cy="60" r="57" stroke="currentColor" strokeWidth="2.5" />
      <circle cx="60" cy="60" r="51" stroke="currentColor" strokeWidth="1.2" strokeDasharray="0.1 4.35" />
      <g transform="translate(22 22) scale(2.38)">
        <LogoDrawing />
      </g>
    </svg>
  )
}
