/** A hash, key or signature: its two ends, or the whole of it where it is the point. */
export function Hash({ value, whole = false }: { value: string; whole?: boolean }) {
  return (
    <span title={value} className={`font-mono text-[0.88em] ${whole ? 'break-all' : 'whitespace-nowrap'}`}>
      {whole || value.length <= 20 ? value : `${value.slice(0, 10)}…${value.slice(-6)}`}
    </span>
  )
}
