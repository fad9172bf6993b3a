import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { type Call, callOf, type Ids } from '@/tests/model/calls'
import type { Step } from '@/tests/model/commands'
import { type Act, resolve } from '@/tests/model/resolve'
import { expected } from '@/tests/model/rules'
import {
  at,
  type Expected,
  emptyWorld,
  MODERATOR,
  type ModelWorld,
  PEOPLE,
  type Person,
  settle,
  VERIFIERS,
} from '@/tests/model/state'
import type { Actor, Reply } from '@/tests/support/client'
import { adminAccount, verifierAccounts } from '@/tests/support/environment'
import { openSession } from '@/tests/support/session'
import type { World } from '@/tests/support/world'

const DAY_MS = 86_400_000
const STAYING: readonly Person[] = [...VERIFIERS, MODERATOR]

/** Who lives on from one life to the next. */
export type Staying = ReadonlyMap<Person, Actor>

/** Opens their sessions, which end after every life. */
export async function openStaying({ base, sql }: World): Promise<Staying> {
  const accounts = [...verifierAccounts, adminAccount]
  const actors = await Promise.all(accounts.map((account) => openSession(base, sql, account)))
  return new Map(STAYING.flatMap((who, index) => (actors[index] ? [[who, actors[index]] as const] : [])))
}

/** One life: the model and the service go the same way, and are held against each other at every step. */
export class Player {
  readonly model: ModelWorld = emptyWorld()
  readonly ids: Ids = { challenges: [], missions: [] }
  /** What was done, for the report of a divergence. */
  readonly told: string[] = []
  /** Every kind of act with its answer, and every state that a record was seen in. */
  readonly seen = new Set<string>()
  private readonly people = new Map<Person, Actor>()
  private count = 0
  private readonly noon: number

  private constructor(private readonly service: World) {
    // Noon, so that no life meets midnight by itself.
    this.noon = Math.floor(Date.now() / DAY_MS) * DAY_MS + DAY_MS / 2
  }

  /** @param staying verifiers and the moderator, who are the same in every life; the others are new. */
  static async begin(service: World, staying: Staying): Promise<Player> {
    const player = new Player(service)
    player.setDay(0)
    for (const [who, actor] of staying) player.people.set(who, actor)
    for (const who of PEOPLE)
      if (!staying.has(who)) player.people.set(who, await openSession(service.base, service.sql))
    return player
  }

  actor(who: Person): Actor {
    const found = this.people.get(who)
    if (!found) throw new Error(`${who} is not there.`)
    return found
  }

  private setDay(day: number): void {
    this.service.setClock(Math.round((this.noon - Date.now()) / 1000) + day * (DAY_MS / 1000))
  }

  private readonly date = (day: number): string => new Date(this.noon + day * DAY_MS).toISOString().slice(0, 10)

  /** @throws AssertionError where the service goes another way than the model. */
  async play(step: Step): Promise<void> {
    const act = resolve(this.model, step.command)
    if (!act) return
    const then = expected(this.model, act)
    this.told.push(`${this.told.length + 1}. ${JSON.stringify(act)} → ${then.status}`)
    if (act.do === 'days') {
      then.effect?.()
      this.setDay(this.model.today)
    } else await this.send(act, then, step)
    await this.lookAtMoved(act)
    settle(this.model)
    this.seen.add(`${act.do} ${then.status}`)
    for (const { state } of [...this.model.challenges, ...this.model.missions]) this.seen.add(state)
  }

  /** Time moves a record when somebody looks. */
  private async lookAtMoved(act: Act): Promise<void> {
    if (act.do !== 'days' && act.do !== 'restore') return
    await Promise.all(this.ids.challenges.map(({ id }) => this.service.get(`/api/v1/challenges/${id}`)))
  }

  private async send(act: Act, then: Expected, step: Step): Promise<void> {
    const { model, ids, date } = this
    const call = callOf(
      { world: model, ids, date, address: (who) => this.actor(who).address, fresh: () => (this.count += 1) },
      act,
    )
    const actor = this.actor(act.by)
    if (step.rehearsed && !call.signed) {
      const { status, body, text } = await actor[call.method](call.path, call.body, { headers: { 'dry-run': '?1' } })
      const would = status === 200 ? body.dryRun.status : status
      expect(would, `a dry run tells what the write answers: ${text}`).toBe(then.status)
    }
    const key = randomUUID()
    const reply = call.signed
      ? await actor.signed(call.path, call.body)
      : await actor[call.method](call.path, call.body, { key })
    expect(reply.status, reply.text).toBe(then.status)
    if (!then.effect) return
    then.effect()
    call.note?.(reply.body)
    if (step.replayed && !call.signed) await this.replay(actor, call, key, reply)
  }

  private async replay(actor: Actor, call: Call, key: string, first: Reply): Promise<void> {
    const again = await actor[call.method](call.path, call.body, { key })
    expect([again.status, again.text], 'a replay tells the first answer').toEqual([200, first.text])
    expect(again.headers.get('idempotency-replayed')).toBe('true')
  }

  /** Verifiers and moderators live on: what they have not finished would count in the next life. */
  async end(): Promise<void> {
    for (const [index, { owner }] of this.model.challenges.entries()) {
      if (!STAYING.includes(owner)) continue
      const body = {
        recordType: 'challenge',
        recordId: this.challengeId(index),
        action: 'hide',
        reason: 'The life is over.',
      }
      await this.actor(MODERATOR).post('/api/moderation', body)
    }
  }

  challengeId = (index: number): string => at(this.ids.challenges, index).id
  missionId = (index: number): string => at(this.ids.missions, index).id
}
