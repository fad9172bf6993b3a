/** The logo on a 32 × 32 grid: a fan trellis with a climbing shoot. */
export function LogoDrawing() {
  return (
    <>
      <path
        d="M14 30.5 5.5 3.5M18 30.5 26.5 3.5M4.5 11h23M7.5 20.5h17"
        stroke="currentColor"
        strokeWidth="1.4"
        opacity="0.7"
      />
      <g className="text-green" stroke="currentColor" fill="currentColor">
        <path d="M16 30.5C15 24.5 17 18 16.1 9" strokeWidth="2.2" fill="none" />
        <path d="M16.1 10.5C13 7.8 13 4.3 16 1c3 3.3 3.1 6.8.1 9.5Z" strokeWidth="1" />
        <path d="M16 24.5c-4.5.2-7.3-2.2-7.9-6.9 4.7.2 7.5 2.6 7.9 6.9Z" strokeWidth="1" />
        <path d="M16.3 18.5c.3-4.3 3-6.7 7.7-7-.5 4.7-3.2 7.1-7.7 7Z" strokeWidth="1" />
      </g>
    </>
  )
}

export function Logo({ className = 'size-8' }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 32 32"
      className={`shrink-0 ${className}`}
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <LogoDrawing />
    </svg>
  )
}
