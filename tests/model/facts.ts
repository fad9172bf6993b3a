import { expect } from 'vitest'
import { checkReceipt } from '@/lib/verify/check-receipt'
import { allHold } from '@/lib/verify/finding'
import type { Player } from '@/tests/model/player'
import { at, type ModelChallenge, type ModelMission, PEOPLE, type Person } from '@/tests/model/state'
import { challengeByModel, missionByModel, toldOfChallenge, toldOfMission } from '@/tests/model/told'
import type { Json } from '@/tests/support/client'
import type { World } from '@/tests/support/world'

// Everything that one can see, held against the model: records on both surfaces, lists, histories, receipts, the ledger,
// and the one order of all events.

async function shown(service: World, path: string, hidden: boolean): Promise<Json | null> {
  const { status, body } = await service.get(path)
  expect([path, status]).toEqual([path, hidden ? 404 : 200])
  return hidden ? null : body
}

async function compareChallenge(service: World, player: Player, model: ModelChallenge, index: number): Promise<void> {
  const id = player.challengeId(index)
  const body = await shown(service, `/api/v1/challenges/${id}`, model.hidden)
  const battle = await shown(service, `/api/battles/${id}`, model.hidden)
  if (!body || !battle) return
  const { challenge } = body
  const { history, ...rest } = challenge
  const { events, history: ofBattle = events, ...restOfBattle } = battle.battle
  expect([restOfBattle, ofBattle], 'both surfaces tell the same').toEqual([rest, history])
  const mission = model.mission === null ? null : at(player.model.missions, model.mission)
  const missionId =
    mission === null || mission.hidden || model.mission === null ? null : player.missionId(model.mission)
  const address = (who: Person) => player.actor(who).address
  expect(toldOfChallenge(challenge)).toEqual(challengeByModel(model, address, missionId))
}

async function compareMission(service: World, player: Player, model: ModelMission, index: number): Promise<void> {
  const id = player.missionId(index)
  const body = await shown(service, `/api/v1/missions/${id}`, model.hidden)
  const whole = await shown(service, `/api/projects/${id}`, model.hidden)
  if (!body || !whole) return
  const { mission } = body
  const { history, ...rest } = mission
  expect(whole.project, 'both surfaces tell the same').toMatchObject({ ...rest, events: history })
  const address = (who: Person) => player.actor(who).address
  expect(toldOfMission(mission)).toEqual(missionByModel(model, address, at(player.ids.missions, index)))
  expect(mission.receiptId !== null, 'every outcome has a receipt, and nothing else has').toBe(model.outcome !== null)
  if (mission.receiptId) await compareReceipt(service, mission)
}

/** A receipt holds for ever, whatever was hidden since. */
async function compareReceipt(service: World, mission: Json): Promise<void> {
  const { receipt } = (await service.get(`/api/v1/receipts/${mission.receiptId}`)).body
  const findings = await checkReceipt(receipt)
  expect(findings.filter(({ result }) => result === 'invalid')).toEqual([])
  expect(allHold(findings)).toBe(true)
  expect([receipt.missionId, receipt.outcome, receipt.recordedBy]).toEqual([
    mission.id,
    mission.outcome,
    mission.recordedBy,
  ])
}

/** A wallet's balance, and its newest entry: 0 where it has none. */
interface Standing {
  readonly id: number
  readonly balance: number
}
/** How each wallet's ledger stands when a life begins. */
export type Ledgers = ReadonlyMap<string, Standing>

export async function readLedgers(service: World, player: Player): Promise<Ledgers> {
  const ledgers = new Map<string, Standing>()
  for (const who of PEOPLE) {
    const { body } = await service.get(`/api/v1/rewards/wallet/${player.actor(who).address}?limit=1`)
    ledgers.set(who, { id: body.entries[0]?.id ?? 0, balance: body.balance })
  }
  return ledgers
}

/** The entries after one, oldest first, and the balance now. */
async function entriesAfter(service: World, wallet: string, id: number): Promise<{ balance: number; entries: Json[] }> {
  const entries: Json[] = []
  let balance = 0
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body }: Json = await service.get(
      `/api/v1/rewards/wallet/${wallet}?limit=100${cursor && `&cursor=${cursor}`}`,
    )
    const fresh = body.entries.filter((entry: Json) => entry.id > id)
    entries.push(...fresh)
    balance = body.balance
    cursor = fresh.length === body.entries.length ? body.nextCursor : null
  }
  return { balance, entries: entries.reverse() }
}

async function compareLedger(service: World, player: Player, before: Ledgers): Promise<void> {
  const { challenges, missions } = player.ids
  for (const who of PEOPLE) {
    const began = before.get(who) ?? { id: 0, balance: 0 }
    const { balance, entries } = await entriesAfter(service, player.actor(who).address, began.id)
    const earned = entries.reduce((sum, { amount }) => sum + amount, 0)
    expect(balance, 'a balance is the sum of the entries').toBe(began.balance + earned)
    expect(balance).toBeGreaterThanOrEqual(0)
    const lines = entries.map(({ kind, amount, challengeId, missionId, proofId }) => [
      kind,
      amount,
      challengeId,
      missionId,
      proofId,
    ])
    const ours = player.model.ledger.filter(({ wallet }) => wallet === who)
    expect(lines, `the ledger of ${who}`).toEqual(
      ours.map(({ kind, amount, challenge, mission, proof }) => [
        kind,
        amount,
        challenge === null ? null : at(challenges, challenge).id,
        mission === null ? null : at(missions, mission).id,
        mission === null || proof === null ? null : at(at(missions, mission).proofs, proof),
      ]),
    )
  }
}

/** The whole list of an owner: who stays from life to life owns more than a page of it. */
async function listed(service: World, kind: 'challenges' | 'missions', owner: string): Promise<string[]> {
  const ids: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const from: string = cursor === '' ? '' : `&cursor=${cursor}`
    const { body } = await service.get(`/api/v1/${kind}?owner=${owner}&limit=100${from}`)
    ids.push(...body[kind].map(({ id }: Json) => id))
    cursor = body.nextCursor
  }
  return ids
}

/** Of each owner, what is shown and nothing else, the newest first. */
async function compareLists(service: World, player: Player): Promise<void> {
  const all = { challenges: player.model.challenges, missions: player.model.missions }
  for (const kind of ['challenges', 'missions'] as const) {
    const ids = player.ids[kind].map(({ id }) => id)
    for (const who of PEOPLE) {
      const told = (await listed(service, kind, player.actor(who).address)).filter((id) => ids.includes(id))
      const owned = ids.filter((_, index) => all[kind][index]?.owner === who && !all[kind][index]?.hidden)
      expect(told, `${kind} of ${who}`).toEqual(owned.reverse())
    }
  }
}

/** Every event of every history once, in an order that is each history's own. */
async function compareEvents(service: World, player: Player, since: string): Promise<void> {
  // Lives before this one left records that time still moves.
  const ours = [...player.ids.challenges, ...player.ids.missions].map(({ id }) => id)
  const told = new Map<string, string[]>(ours.map((id) => [id, []]))
  for (let cursor = since, more = true; more; ) {
    const { body } = await service.get(`/api/v1/events?since=${cursor}&limit=100`)
    for (const { recordId, kind } of body.events) told.get(recordId)?.push(kind)
    cursor = body.nextCursor
    more = body.hasMore
  }
  const histories = [
    ...player.model.challenges.map(({ history }, index) => [player.challengeId(index), history] as const),
    ...player.model.missions.map(({ history }, index) => [player.missionId(index), history] as const),
  ]
  expect(Object.fromEntries(told)).toEqual(Object.fromEntries(histories))
}

/** @param since the cursor of events, and @param before the ledgers when the life began. */
export async function compare(service: World, player: Player, since: string, before: Ledgers): Promise<void> {
  for (const [index, challenge] of player.model.challenges.entries())
    await compareChallenge(service, player, challenge, index)
  for (const [index, mission] of player.model.missions.entries()) await compareMission(service, player, mission, index)
  await compareLedger(service, player, before)
  await compareLists(service, player)
  await compareEvents(service, player, since)
}
