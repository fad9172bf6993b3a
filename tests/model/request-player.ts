import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { contracts } from '@/lib/api/contracts'
import { type Endpoint, writesRecord } from '@/lib/contract/endpoint'
import { ERROR_STATUS, type ErrorCode } from '@/lib/errors'
import type { DrawnRequest, Twist } from '@/tests/model/request-arbitraries'
import { type People, type Setting, Settings } from '@/tests/model/request-settings'
import type { Actor, Json } from '@/tests/support/client'
import { SCHEDULE } from '@/tests/support/environment'
import { checkAnswer } from '@/tests/support/openapi-check'
import { type Request, type Response, request } from '@/tests/support/request'
import { openSession } from '@/tests/support/session'
import { stored } from '@/tests/support/stored'
import { BOUNDARY, fileBody } from '@/tests/support/upload'
import { expectError } from '@/tests/support/walk'

/** The endpoints by their operation. */
const endpoints = new Map(contracts.map((endpoint) => [endpoint.operationId, endpoint]))
/** These end sessions: who is asked in somebody's name goes on with their own. */
const ENDING = new Set(['signOut', 'signOutEarlier', 'revokeSession', 'revokeAllSessions'])
/** What is counted apart: no operation was asked. */
const ANOTHER_METHOD = 'another method'

/** A request and its answer, for a report. */
function told({ method, path, headers, body }: Request, { status, text }: Response): string {
  const sent = typeof body === 'string' ? body.slice(0, 2_000) : ''
  return [`${method} ${path}`, JSON.stringify(headers), sent, `${status} ${text.slice(0, 1_000)}`].join('\n')
}

/** What was done, where it was not the whole of the operation. */
function stepOf({ kind }: Endpoint, { body }: Response): string {
  if (body?.dryRun !== undefined) return ', tried'
  return kind === 'signed' && body?.signatureRequired !== undefined ? ', prepared' : ''
}

type Places = readonly (readonly [holder: Json, name: string])[]

/** Every place of a JSON value, from the outside in. */
function placesOf(value: unknown): Places {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => [[value, name] as const, ...placesOf(inner)])
}

/** A body as it travels, after all that is done to it. */
function twisted(body: Readonly<Record<string, unknown>>, twists: readonly Twist[]): string {
  const copy: Json = structuredClone(body)
  let repeated = ''
  // Each is cloned: two may share a value, which has no end once it is put into itself.
  for (const twist of twists.map((drawn) => structuredClone(drawn))) {
    if (twist.kind === 'raw') return twist.text
    if (twist.kind === 'add') {
      Object.defineProperty(copy, twist.name, {
        value: twist.value,
        enumerable: true,
        configurable: true,
        writable: true,
      })
      continue
    }
    const places = placesOf(copy)
    const [holder, name] = places[twist.at % Math.max(places.length, 1)] ?? [copy, 'unheardOf']
    if (twist.kind === 'remove') delete holder[name]
    if (twist.kind === 'replace') holder[name] = twist.value
    if (twist.kind === 'nest') holder[name] = [{ [name]: holder[name] }]
    if (twist.kind === 'duplicate') repeated = `${JSON.stringify(name)}:${JSON.stringify(holder[name] ?? null)},`
  }
  return `{${repeated}${JSON.stringify(copy).slice(1)}`.replace(/,\}$/, '}')
}

/** Plays drawn requests on a service, and holds every answer against what is promised of all of them. */
export class RequestPlayer {
  /** How often each status was answered: to each operation, and apart to its trials and to the texts that it had prepared. */
  readonly seen = new Map<string, Map<number, number>>()
  /** How many refusals and trials were shown to leave nothing. */
  watched = 0
  counted = 0
  private readonly settings: Settings
  private readonly stranger: Promise<Actor>

  constructor(private readonly people: People) {
    this.settings = new Settings(people)
    this.stranger = this.newWallet()
  }

  async play(drawn: DrawnRequest): Promise<void> {
    const endpoint = endpoints.get(drawn.operationId)
    if (!endpoint) throw new Error(`There is no operation ${drawn.operationId}.`)
    const setting = await (drawn.id === 'spent' ? this.settings.spentOf(endpoint) : this.settings.of(endpoint))
    const sent = await this.requestOf(endpoint, setting, drawn)
    const left = writesRecord(endpoint) ? await this.left(drawn.isWatched) : null
    const answer = endpoint.kind === 'stream' ? await this.listen(sent) : await request(this.people.world.base, sent)
    try {
      await this.check(endpoint, sent, answer)
      const isKept = answer.status < 300 && answer.body?.dryRun === undefined
      if (isKept && endpoint.method !== 'GET') this.settings.spend(endpoint)
      if (!isKept && left !== null) await this.expectLeft(left, drawn.isWatched)
    } catch (fault) {
      throw new Error(`${told(sent, answer)}\n${fault instanceof Error ? fault.message : fault}`, { cause: fault })
    }
    const asked =
      sent.method === endpoint.method ? `${endpoint.operationId}${stepOf(endpoint, answer)}` : ANOTHER_METHOD
    const statuses = this.seen.get(asked) ?? new Map<number, number>()
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    this.seen.set(asked, statuses)
  }

  private async expectLeft(left: Record<string, string>, isWatched: boolean): Promise<void> {
    expect(await this.left(isWatched), 'a refusal leaves nothing').toEqual(left)
    this[isWatched ? 'watched' : 'counted'] += 1
  }

  private newWallet(): Promise<Actor> {
    return openSession(this.people.world.base, this.people.world.sql)
  }

  private async requestOf(endpoint: Endpoint, setting: Setting, drawn: DrawnRequest): Promise<Request> {
    const authorization = await this.authorizationOf(endpoint, setting, drawn)
    const usual = {
      ...authorization,
      ...(endpoint.method === 'GET' ? {} : { 'content-type': 'application/json' }),
      ...(endpoint.kind === 'upload' ? { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` } : {}),
      ...(writesRecord(endpoint) ? { 'idempotency-key': randomUUID() } : {}),
    }
    const headers = Object.entries({ ...usual, ...drawn.headers }).filter(([, value]) => value !== undefined)
    return {
      method: drawn.method ?? endpoint.method,
      path: pathOf(endpoint, setting, drawn),
      headers: Object.fromEntries(headers) as Record<string, string>, // undefined was left out
      ...(endpoint.method === 'GET' ? {} : { body: await this.bodyOf(endpoint, setting, drawn) }),
    }
  }

  private async authorizationOf(
    { access, operationId }: Endpoint,
    setting: Setting,
    { caller }: DrawnRequest,
  ): Promise<Record<string, string>> {
    const { verifier, moderator } = this.people
    if (caller === 'nobody') return {}
    if (caller === 'forged') return { authorization: `Bearer ${'f'.repeat(43)}` }
    if (caller === 'right') return access === 'cron' ? SCHEDULE : { ...setting.right?.authorization }
    if (ENDING.has(operationId)) return (await this.newWallet()).authorization
    const { owner, contributor } = setting
    return { stranger: await this.stranger, owner, contributor, verifier, moderator }[caller].authorization
  }

  private async bodyOf(endpoint: Endpoint, setting: Setting, drawn: DrawnRequest): Promise<string | Uint8Array> {
    const body = { ...setting.body, ...drawn.fields }
    if (endpoint.kind === 'upload') {
      const text = drawn.twists.length > 0 ? twisted(body, drawn.twists) : 'It is done.'
      const proofId = Object.values(drawn.fields)[0]
      return fileBody(text, proofId === undefined ? undefined : String(proofId))
    }
    if (endpoint.kind !== 'signed' || !drawn.isSecondStep || !setting.right) return twisted(body, drawn.twists)
    const prepared = await setting.right.post(
      pathOf(endpoint, setting, { ...drawn, id: 'right', query: [] }),
      setting.body,
    )
    if (prepared.status !== 200) return twisted(body, drawn.twists)
    const { nonce, message } = prepared.body
    return twisted({ nonce, signature: await setting.right.account.signMessage({ message }) }, drawn.twists)
  }

  /** The first that a stream says, or the whole of a refusal. */
  private async listen({ path, method, headers }: Request): Promise<Response> {
    const ended = new AbortController()
    const answer = await fetch(`${this.people.world.base}${path}`, { method, headers, signal: ended.signal })
    const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') ?? false
    const text = isStream ? '' : await answer.text()
    ended.abort()
    const told = Object.fromEntries(answer.headers)
    const body = text === '' ? null : JSON.parse(text)
    return { status: answer.status, headers: told, bytes: Buffer.from(text), text, body }
  }

  /** What is promised of every answer. */
  private async check(endpoint: Endpoint, sent: Request, answer: Response): Promise<void> {
    const { status, body } = answer
    if (sent.method === 'HEAD' || status === 304) return expect(answer.text).toBe('')
    if (status >= 400) {
      const { code, field } = body?.error ?? {}
      expect(code).not.toBe('internal_error')
      expectError(answer, ERROR_STATUS[code as ErrorCode], code, typeof field === 'string' ? field : null)
    }
    const isBytes = (endpoint.kind === 'download' || endpoint.kind === 'stream') && status === 200
    if (!isBytes) await checkAnswer(this.people.world.base, sent.method, sent.path, answer)
  }

  /** What is stored: all of it, or how much. */
  private async left(isWhole: boolean): Promise<Record<string, string>> {
    const { sql } = this.people.world
    if (isWhole) return stored(sql)
    const { rows } = await sql.query(
      `SELECT ${COUNTED.map((table) => `(SELECT count(*) FROM "${table}") AS "${table}"`)}`,
    )
    return rows[0]
  }
}

const COUNTED = [
  'HistoryEvent',
  'Challenge',
  'Mission',
  'Milestone',
  'Proof',
  'SeedEntry',
  'Notification',
  'Session',
  'IdempotencyKey',
  'Submission',
  'Decision',
  'Receipt',
  'OutboxItem',
  'MuseLink',
  'Commitment',
  'ProjectDecision',
  'FundingRecord',
  'ProjectEvidence',
  'Hiding',
  'Report',
]

function pathOf(endpoint: Endpoint, setting: Setting, { id, query }: DrawnRequest): string {
  const filled = endpoint.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const right = setting.params[name] ?? name
    if (id === 'right' || id === 'spent') return right
    return id === 'upper' ? right.toUpperCase() : id.text
  })
  const needed = Object.entries(setting.query ?? {}).map((pair) => pair.map(encodeURIComponent))
  const said = [...needed, ...query].map(([name, value]) => `${name}=${value}`).join('&')
  return said === '' ? filled : `${filled}?${said}`
}
