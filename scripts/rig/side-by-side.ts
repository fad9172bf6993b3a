import { type Audit, audit } from '@/tests/api/failover/audit'
import { type People, startFailoverLoad } from '@/tests/api/failover/load'
import { type Actor, actor, signIn } from '@/tests/support/client'
import { adminAccount, verifierAccounts } from '@/tests/support/environment'
import { unsoundIn, unsoundReceipts } from '@/tests/support/sound'
import { completedMission } from '@/tests/support/story'
import { wait } from './programs'
import { markdown } from './report'
import type { Version, Versions } from './versions'

const CLIENTS = 5
/** Missions played to their receipt in each step. */
const STORIES = 3

/** The steps of an operator, on a schema migrated by the new version. */
const STEPS: readonly (readonly [what: string, ...run: Version[]])[] = [
  ['the version before, on the new schema', 'before'],
  ['both, side by side', 'before', 'now'],
  ['forward: the new version alone', 'now'],
  ['back: both, side by side', 'before', 'now'],
  ['back: the version before alone', 'before'],
]

/** A wallet that alternates between instances with each request, also between the steps of a signed action. */
function inTurn(bases: readonly string[], who: Actor): Actor {
  let turn = 0
  const next = () => actor(bases[turn++ % bases.length] ?? '', who.account, who.token)
  return {
    ...who,
    get: (path) => next().get(path),
    post: (path, body, options) => next().post(path, body, options),
    patch: (path, body, options) => next().patch(path, body, options),
    async signed(path, body) {
      const prepared = await next().post(path, body)
      if (prepared.status !== 200) return prepared
      const { nonce, message } = prepared.body
      return next().post(path, { nonce, signature: await who.account.signMessage({ message }) })
    },
  }
}

/** All faults of an audit. */
export const wrongIn = ({ acknowledged: _, ...wrong }: Audit): string[] =>
  Object.entries(wrong).flatMap(([what, each]) => each.map((mark: string) => `${what}: ${mark}`))

/** Signs the clients in at an instance. @returns the clients and the verifier that they share. */
export async function signInPeople(base: string) {
  const [verifier, admin] = [await signIn(base, verifierAccounts[0]), await signIn(base, adminAccount)]
  const group = async (): Promise<People> => ({
    owner: await signIn(base),
    contributor: await signIn(base),
    rival: await signIn(base),
    verifier,
    admin,
  })
  return { people: await Promise.all(Array.from({ length: CLIENTS }, group)), verifier }
}

/**
 * Signs the clients in at the first running instance and starts their writes.
 * @returns their load, and a function that plays whole stories at all instances in turn.
 */
export async function startPeople({ bases, sandbox, rootPost }: Versions) {
  const [base = ''] = bases
  const { people, verifier } = await signInPeople(base)
  const owner = inTurn(bases, await signIn(base))
  const contributor = inTurn(bases, await signIn(base))
  const reviewer = inTurn(bases, verifier)
  const load = startFailoverLoad(bases, people, sandbox, rootPost)
  return {
    load,
    /** Plays so many missions to their receipt. */
    async tell(stories: number) {
      for (let story = 0; story < stories; story++)
        await completedMission(owner, contributor, reviewer, { sourceUrl: sandbox.url(rootPost) })
    },
  }
}

/**
 * Plays both versions on one database under load, step by step.
 * @param writes the minimum number of acknowledged writes, divided among the steps.
 * @returns a table, and all faults.
 */
export async function playSideBySide(versions: Versions, writes: number): Promise<{ table: string; wrong: string[] }> {
  const { baseOf, sandbox, rootPost, url } = versions
  await versions.only('before')
  const { load, tell } = await startPeople(versions)
  const seen: (string | number)[][] = []
  for (const [what, ...run] of STEPS) {
    await versions.only(...run)
    const [acknowledged, unavailable] = [load.acknowledged.length, load.unavailable()]
    await tell(STORIES)
    await wait(async () => load.acknowledged.length >= acknowledged + writes / STEPS.length, `writes: ${what}`)
    seen.push([what, load.acknowledged.length - acknowledged, load.unavailable() - unavailable, STORIES])
    console.log(what)
  }
  await load.end()

  await versions.only('before', 'now')
  const wrong: string[] = await unsoundIn(url)
  for (const base of Object.values(baseOf)) {
    const found = await audit({ load, base, primary: versions, sandbox, rootPost })
    wrong.push(...wrongIn(found), ...(await unsoundReceipts(base, url)))
  }
  return { table: markdown(['step', 'acknowledged', '503 or broken', 'receipts'], seen), wrong }
}
