const RODS = [60, 140, 220, 300]
const LATHS = [70, 150, 230, 310, 390]

/** Points of the shoot, which swings from rod to rod as it climbs. */
const at = (t: number) => ({ x: 180 + 78 * Math.sin(t * 7.2 - 0.6) * (1 - t * 0.25), y: 452 - t * 418 })
const round = (value: number) => Math.round(value * 10) / 10

const STEM = Array.from({ length: 61 }, (_, index) => at(index / 60))
  .map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`)
  .join('')

const LEAVES = Array.from({ length: 15 }, (_, index) => {
  const t = 0.07 + index * 0.0635
  const { x, y } = at(t)
  const right = index % 2 === 0
  return { x: round(x), y: round(y), turn: (right ? -24 : 204) + ((index * 37) % 22), size: round(1.28 - t * 0.72) }
})

/** The decorative picture of the home page: a lattice and a shoot that climbs it. */
export function ClimbingShoot({ className = '' }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 360 470"
      className={className}
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <g className="text-rule-strong" stroke="currentColor" strokeWidth="2.5">
        {RODS.map((x) => (
          <path key={x} d={`M${x} 462L${x + 1} 18`} />
        ))}
        {LATHS.map((y) => (
          <path key={y} d={`M28 ${y}L332 ${y - 2}`} />
        ))}
      </g>
      <g className="text-rule-strong" fill="currentColor">
        {RODS.flatMap((x) => LATHS.map((y) => <circle key={`${x} ${y}`} cx={x} cy={y - 1} r="3.4" />))}
      </g>
      <path d={STEM} className="text-green" stroke="currentColor" strokeWidth="4" />
      {LEAVES.map((leaf) => (
        <g key={leaf.y} transform={`translate(${leaf.x} ${leaf.y}) rotate(${leaf.turn}) scale(${leaf.size})`}>
          <path d="M0 0C9-20 34-27 58-13C44 11 17 17 0 0Z" className="text-green" fill="currentColor" />
          <path
            d="M4-1C20-5 34-9 48-11M19-5l5-8M29-8l6-5M22-6l8 6M32-8l7 3"
            className="text-paper"
            stroke="currentColor"
            strokeWidth="1.3"
          />
        </g>
      ))}
    </svg>
  )
}
