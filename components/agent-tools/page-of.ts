function textAt(value: unknown, ...path: readonly string[]): string | null {
  let at = value
  for (const key of path) at = typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined
  return typeof at === 'string' ? at : null
}

/** The page of the record in a response; null if it has none. */
export function pageOf(answer: unknown): string | null {
  const challenge = textAt(answer, 'challenge', 'id')
  const mission =
    textAt(answer, 'mission', 'id') ?? textAt(answer, 'project', 'id') ?? textAt(answer, 'proof', 'missionId')
  if (challenge) return `/challenges/${challenge}`
  return mission ? `/missions/${mission}` : null
}
