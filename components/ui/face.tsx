const CELLS = 5
const HALF = 3
const TONES = ['text-green', 'text-ochre', 'text-madder', 'text-ink-soft'] as const

/**
 * The picture of an address: five by five cells, symmetric, and a colour. It is always the same for one address.
 * @param address EIP-55 or any case.
 */
export function faceOf(address: string): { path: string; tone: (typeof TONES)[number] } {
  const bytes = address
    .slice(2)
    .toLowerCase()
    .match(/../g)
    ?.map((pair) => Number.parseInt(pair, 16)) ?? [0]
  // Every byte counts, so addresses with the same beginning look different.
  let seed = bytes.reduce((sum, byte) => (Math.imul(sum, 31) + byte) >>> 0, 7)
  const next = () => {
    seed = (Math.imul(seed ^ (seed >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0
    return seed >>> 16
  }
  const tone = TONES[next() % TONES.length] ?? TONES[0]
  let path = ''
  for (let row = 0; row < CELLS; row += 1) {
    const half = Array.from({ length: HALF }, () => (next() % 2 === 0 ? ' ' : '#')).join('')
    const line = half + half[1] + half[0]
    // Cells that touch are one rectangle, so no seam shows between them.
    for (const { 0: cells, index } of line.matchAll(/#+/g)) path += `M${index} ${row}h${cells.length}v1H${index}z`
  }
  return { path, tone }
}

/** An address as a small picture. It proves nothing: two addresses can look alike. */
export function Face({ address, className = 'size-4' }: { address: string; className?: string }) {
  const { path, tone } = faceOf(address)
  return (
    <svg
      viewBox="-0.5 -0.5 6 6"
      className={`inline-block shrink-0 rounded-sm bg-vellum ${tone} ${className}`}
      aria-hidden="true"
    >
      <path d={path} fill="currentColor" />
    </svg>
  )
}
