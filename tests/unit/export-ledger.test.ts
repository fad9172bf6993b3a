import { expect, test } from 'vitest'
import { newReading, readLine } from '@/lib/export/check-line'

// The ledger of an export is checked entry by entry, however many there are.

const ENTRIES = 20_000
const WALLET = `0x${'1'.repeat(40)}`

const entry = (id: number) => ({
  type: 'seeds' as const,
  entry: {
    id,
    wallet: WALLET,
    amount: 5,
    kind: 'decision-verified' as const,
    missionId: null,
    challengeId: null,
    proofId: null,
    reversesId: null,
    evidenceHash: 'ab'.repeat(32),
    createdAt: '2026-11-21T09:30:00.000Z',
  },
})

const faultsOf = async (reading: ReturnType<typeof newReading>, id: number) =>
  (await readLine(reading, entry(id))).faults?.filter((fault) => typeof fault === 'string')

test('a long ledger in order holds, and an entry that does not come last is told', async () => {
  const reading = newReading()
  for (let id = 1; id <= ENTRIES; id += 1) expect(await faultsOf(reading, id)).toEqual([])
  expect(reading.sums.get(WALLET)).toBe(5 * ENTRIES)
  expect(await faultsOf(reading, ENTRIES)).toEqual([
    `Entry ${ENTRIES} of the ledger does not come after entry ${ENTRIES}.`,
  ])
  expect(await faultsOf(reading, ENTRIES + 1)).toEqual([])
})

test('an entry is compared with the highest before it, not with one that was itself out of order', async () => {
  const reading = newReading()
  expect(await faultsOf(reading, 5)).toEqual([])
  expect(await faultsOf(reading, 3)).toEqual(['Entry 3 of the ledger does not come after entry 5.'])
  expect(await faultsOf(reading, 4)).toEqual(['Entry 4 of the ledger does not come after entry 5.'])
})
