/** The parameters of a list, as they stand in its address. */
export type ListParameters = Readonly<Record<string, string | undefined>>

/** The parameters that the address carries, blanks and repetitions dropped: an empty field of a form asks for nothing. */
export function listParameters(search: Readonly<Record<string, string | string[] | undefined>>): ListParameters {
  return Object.fromEntries(
    Object.entries(search)
      .map(([name, value]) => [name, (Array.isArray(value) ? value[0] : value)?.trim()] as const)
      .filter(([, value]) => value),
  )
}

/** The address of a list with some parameters changed; undefined drops one. */
export function listAddress(path: string, parameters: ListParameters, changes: ListParameters): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...parameters, ...changes })) if (value) search.set(name, value)
  return search.size > 0 ? `${path}?${search}` : path
}
