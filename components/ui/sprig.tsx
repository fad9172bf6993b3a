/** A pressed sprig: the site's ornament. */
export function Sprig({ className = '' }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 48 96"
      className={`shrink-0 ${className}`}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M25 94C22 70 23 44 27 14" />
      <path d="M27 16c-5-5-5-9-1-15 5 5 6 10 1 15Z" />
      <path d="M25.5 36C15 35 9 29 8 19c10 0 16 6 17.5 17Zm0 0L16 26" />
      <path d="M24.5 52C36 51 42 44 43 33c-11 1-18 8-18.5 19Zm0 0L35 41" />
      <path d="M24 70C13 70 6 64 4 54c11-1 18 5 20 16Zm0 0L12 60" />
    </svg>
  )
}
