/**
 * Does something while every turn to write is taken, so that a write among it would wait, and end with 503. The service must
 * be in this process.
 */
export async function whileNobodyWrites<Result>(work: () => Promise<Result>): Promise<Result> {
  const { writeSlots } = await import('@/lib/db/pool')
  const { writersOf } = await import('@/lib/db/write-slots')
  const { env } = await import('@/lib/env')
  const turns = Array.from({ length: writersOf(env().DATABASE_POOL_MAX) }, () => writeSlots().take())
  const ends = await Promise.all(turns)
  try {
    return await work()
  } finally {
    for (const end of ends) end()
  }
}
