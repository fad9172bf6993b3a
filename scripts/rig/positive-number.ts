/** The value of an option of a run: without a number it would end at once, and look like one that found nothing. @throws Error */
export function positiveNumber(option: string, value: string): number {
  const number = Number(value)
  if (Number.isFinite(number) && number > 0) return number
  throw new Error(`--${option} takes a number above 0, not “${value}”.`)
}

/** The same for what is counted. @throws Error */
export function positiveCount(option: string, value: string): number {
  const count = positiveNumber(option, value)
  if (Number.isInteger(count)) return count
  throw new Error(`--${option} takes a whole number, not “${value}”.`)
}
