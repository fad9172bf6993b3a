import { encode } from 'uqr'

/** Modules of quiet zone around a code (ISO/IEC 18004 requires four). */
const QUIET = 4
/** What the largest code holds at the lowest level of correction, in bytes of UTF-8 (ISO/IEC 18004, 40-L). */
const TEXT_BYTES_MAX = 2_953

/** Whether a QR code can hold a text. */
export const fitsQrCode = (text: string): boolean => new TextEncoder().encode(text).length <= TEXT_BYTES_MAX

/** A QR code, black on white in both themes, as scanners expect; nothing if it cannot hold the text. @param label its target. */
export function QrCode({ text, label, className = '' }: { text: string; label: string; className?: string }) {
  if (!fitsQrCode(text)) return null
  const { data } = encode(text, { border: QUIET })
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg
      viewBox={`0 0 ${data.length} ${data.length}`}
      role="img"
      aria-label={label}
      className={className}
      shapeRendering="crispEdges"
    >
      <rect width="100%" height="100%" fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
