import type { Acknowledged, FailoverLoad, Kind } from '@/tests/api/failover/load'
import type { Json } from '@/tests/support/client'
import type { PostgresServer } from '@/tests/support/postgres-pair'
import { request } from '@/tests/support/request'
import type { TestSandbox } from '@/tests/support/sandbox'
import { filesOf, follow, sha256 } from '@/tests/support/upload'

/** What was found after a failover. All but `acknowledged` have to be empty. */
export interface Audit {
  readonly acknowledged: number
  readonly lost: readonly string[]
  readonly doubled: readonly string[]
  readonly falselyRefused: readonly string[]
  readonly unreplayable: readonly string[]
  readonly falseWords: readonly string[]
}

/** How often each mark is found in the database. */
const COUNTS: Record<Exclude<Kind, 'approve'>, string> = {
  publish: `SELECT title AS mark, count(*)::int AS n FROM "Mission" WHERE title = ANY($1) GROUP BY 1`,
  claim: `SELECT m.id::text AS mark, count(*)::int AS n FROM "Mission" m JOIN "HistoryEvent" h
    ON h."recordId" = m.id AND h.kind = 'mission-claimed' AND h.actor = m."contributorWallet" WHERE m.id = ANY($1::uuid[]) GROUP BY 1`,
  upload: `SELECT sha256 AS mark, count(*)::int AS n FROM "EvidenceFile" WHERE sha256 = ANY($1) GROUP BY 1`,
  proof: `SELECT note AS mark, count(*)::int AS n FROM "Proof" WHERE note = ANY($1) GROUP BY 1`,
  prepare: `SELECT nonce AS mark, count(*)::int AS n FROM "SigningNonce" WHERE nonce = ANY($1) GROUP BY 1`,
  review: `SELECT v.message AS mark, count(*)::int AS n FROM "SignedVerdict" v JOIN "SeedEntry" s ON s."proofId" = v."subjectId"
    WHERE v.message = ANY($1) GROUP BY 1`,
  queue: `SELECT summary AS mark, count(*)::int AS n FROM "OutboxItem" o JOIN unnest($1::text[]) AS summary
    ON o.payload LIKE '%' || summary || '%' GROUP BY 1`,
}

async function countMarks(server: Audited['primary'], kind: Kind, marks: string[]): Promise<Map<string, number>> {
  if (kind === 'approve') throw new Error('Posts are counted on the platform.')
  const rows = await server.query(COUNTS[kind], [marks])
  return new Map(rows.map(({ mark, n }) => [mark, n]))
}

/** How often each post stands on the platform. */
async function countPosts(sandbox: TestSandbox, rootPost: number, marks: string[]): Promise<Map<string, number>> {
  const posts: Json[] = (await sandbox.thread(rootPost)).thread.replies
  return new Map(marks.map((mark) => [mark, posts.filter(({ text }) => text.includes(mark)).length]))
}

export interface Audited {
  readonly load: FailoverLoad
  readonly base: string
  readonly primary: Pick<PostgresServer, 'query'>
  readonly sandbox: TestSandbox
  readonly rootPost: number
}

/** Holds the new primary against everything that was acknowledged. */
export async function audit(audited: Audited): Promise<Audit> {
  const { load, base, primary } = audited
  const { lost, doubled } = await countWrites(audited)
  lost.push(...(await wrongSessions(audited)), ...(await lostBytes(base, load.acknowledged)))
  const left = await primary.query(`SELECT key FROM "IdempotencyKey" WHERE key = ANY($1)`, [load.refusedKeys])
  return {
    acknowledged: load.acknowledged.length + load.sessions.size,
    lost,
    doubled,
    falselyRefused: [...load.falselyRefused, ...left.map(({ key }) => `the refused key ${key} holds an answer`)],
    unreplayable: await otherReplays(audited),
    falseWords: load.falseWords,
  }
}

async function countWrites({ load, primary, sandbox, rootPost }: Audited) {
  const lost: string[] = []
  const doubled: string[] = []
  for (const kind of new Set(load.acknowledged.map((write) => write.kind))) {
    const marks = load.acknowledged.filter((write) => write.kind === kind).map(({ mark }) => mark)
    const isPost = kind === 'approve'
    const counts = await (isPost ? countPosts(sandbox, rootPost, marks) : countMarks(primary, kind, marks))
    const countOf = (mark: string) => counts.get(mark) ?? 0
    // A post whose sending was cut off is never sent again: it may be missing, and is not twice there.
    if (!isPost) lost.push(...marks.filter((mark) => countOf(mark) === 0).map((mark) => `${kind} ${mark}`))
    doubled.push(...marks.filter((mark) => countOf(mark) > 1).map((mark) => `${kind} ${mark}`))
  }
  return { lost, doubled }
}

/** Sessions that were handed out and are gone, and ended ones that are open again. */
async function wrongSessions({ load, base }: Audited): Promise<string[]> {
  const wrong: string[] = []
  for (const [token, { wallet, ended }] of load.sessions) {
    const headers = { authorization: `Bearer ${token}` }
    const { body } = await request(base, { method: 'GET', path: '/api/auth/session', headers })
    if ((body.session?.address ?? null) !== (ended ? null : wallet)) wrong.push(ended ? 'a sign-out' : 'a sign-in')
  }
  return wrong
}

/** Writes whose key does not give the first answer again, byte for byte. */
async function otherReplays({ load, base }: Audited): Promise<string[]> {
  const other: string[] = []
  for (const { kind, sent, text } of load.acknowledged) {
    const replay = await request(base, sent)
    const isReplay = replay.status === 200 && replay.headers['idempotency-replayed'] === 'true'
    if (!isReplay || replay.text !== text) other.push(`${kind}: ${replay.status} ${replay.text}`)
  }
  return other
}

/** Files whose bytes cannot be downloaded. */
async function lostBytes(base: string, acknowledged: readonly Acknowledged[]): Promise<string[]> {
  const uploads = acknowledged.filter(({ kind }) => kind === 'upload')
  const lost: string[] = []
  for (const path of new Set(uploads.map(({ sent }) => sent.path))) {
    const files = await filesOf(base, path.split('/')[4] ?? '').catch(() => [])
    for (const file of files) {
      const { bytes } = await follow(base, file.downloadUrl)
      if (sha256(bytes) !== file.sha256) lost.push(`the bytes of ${file.id}`)
    }
  }
  return lost
}
