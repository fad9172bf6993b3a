import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { expect } from 'vitest'
import type { Actor } from '@/tests/support/client'
import { request } from '@/tests/support/request'
import { missionBody } from '@/tests/support/story'
import { until } from '@/tests/support/until'

const RETRY_MS = 20

/** Clients that write all the time and repeat each key until it is acknowledged. */
export interface Load {
  /** The mission that each acknowledged key was told. */
  readonly acknowledged: ReadonlyMap<string, string>
  /** How often a client was told 503, or its connection broke. */
  refused(): number
  broken(): number
  /** Lets every client finish the key it is at. */
  end(): Promise<void>
  /** Holds the database against what was acknowledged: each write once, none lost, none doubled, none half. */
  expectExactlyOnce(sql: pg.Pool): Promise<void>
}

/** Starts one client per wallet. */
export function startLoad(base: string, wallets: readonly Actor[]): Load {
  const acknowledged = new Map<string, string>()
  let refused = 0
  let broken = 0
  let ending = false

  /** @returns whether the key is acknowledged. */
  const attempt = async (wallet: Actor, key: string): Promise<boolean> => {
    const headers = { ...wallet.authorization, 'content-type': 'application/json', 'idempotency-key': key }
    const answer = await request(base, {
      method: 'POST',
      path: '/api/v1/missions',
      headers,
      body: JSON.stringify(missionBody({ title: key })),
    }).catch(() => null)
    if (answer === null) broken += 1
    else if (answer.status === 503) {
      expect(answer.body.error.code).toBe('unavailable')
      refused += 1
    } else {
      expect([200, 201], answer.text).toContain(answer.status)
      acknowledged.set(key, answer.body.mission.id)
      return true
    }
    await pause(RETRY_MS)
    return false
  }
  const client = async (wallet: Actor) => {
    while (!ending) {
      const key = randomUUID()
      await until(() => attempt(wallet, key), 'a key was acknowledged')
    }
  }
  const clients = wallets.map(client)
  // A client that fails is told of by `end`.
  for (const running of clients) running.catch(() => undefined)
  return {
    acknowledged,
    refused: () => refused,
    broken: () => broken,
    async end() {
      ending = true
      await Promise.all(clients)
    },
    async expectExactlyOnce(sql) {
      const owners = wallets.map((wallet) => wallet.address)
      const missions = await sql.query(`SELECT title, id FROM "Mission" WHERE owner = ANY($1)`, [owners])
      expect(missions.rows.map((row) => [row.title, row.id]).sort()).toEqual([...acknowledged].sort())
      const { rows } = await sql.query(
        `SELECT (SELECT count(*)::int FROM "IdempotencyKey" WHERE wallet = ANY($1) AND status = 201) AS keys,
          (SELECT count(*)::int FROM "HistoryEvent" h JOIN "Mission" m ON m.id = h."recordId" WHERE m.owner = ANY($1)) AS events,
          (SELECT count(*)::int FROM "Milestone" s JOIN "Mission" m ON m.id = s."missionId" WHERE m.owner = ANY($1)) AS milestones`,
        [owners],
      )
      const each = acknowledged.size
      expect(rows[0]).toEqual({ keys: each, events: each, milestones: each })
    },
  }
}
