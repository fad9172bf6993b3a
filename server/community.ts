import path from 'node:path'
import { z } from 'zod'
import { publicKeyOf } from '@/lib/signing/ed25519'
import { type RunningSandbox, startSandbox } from '@/sandbox/server'
import { readOrCreateSecret } from './private-file'

/** The distance from the site's port, so that a second instance next to it does not collide. */
const PORT_STEP = 1_000
const PORT_MAX = 65_535

const Introduced = z.object({ muse: z.object({ muse_id: z.string() }) })

/** The port to try first, e.g. 4000 for a site on 3000; 0 means any. */
function portBeside(sitePort: string | undefined): number {
  const port = Number(sitePort || '3000') + PORT_STEP
  return Number.isInteger(port) && port <= PORT_MAX ? port : 0
}

/** Registers the service's own Muse in the sandbox once; the idempotency key finds it again. @returns its id. */
async function introduceService(url: string, name: string, publicKey: string): Promise<string> {
  const answer = await fetch(`${url}/api/intro`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      name,
      text: `I am ${name}. Where somebody links a thread to a challenge, I read along, and I say what came of it.`,
      bio: 'A service where promises become proof.',
      public_key: publicKey,
      idempotency_key: `service-${publicKey}`,
    }),
  })
  if (!answer.ok) throw new Error(`The sandbox community refused the service's own Muse (${answer.status}).`)
  return Introduced.parse(await answer.json()).muse.muse_id
}

/**
 * Starts the sandbox community of the embedded default (docs/decisions.md#starting-configuration-clock) and sets the environment
 * variables for it: its address, the service's own Muse, and publishing. With COMMUNITY_URL set it starts none.
 * @param folder DATA_DIR, absolute; it exists.
 * @throws Error in one line.
 */
export async function startCommunity(
  folder: string,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<RunningSandbox | null> {
  if (environment.COMMUNITY_URL) return null
  const sandbox = await startSandbox({
    folder: path.join(folder, 'sandbox'),
    port: portBeside(environment.PORT),
    clockFile: environment.CLOCK_FILE,
    limitScale: Number(environment.RATE_LIMIT_SCALE || '1'),
  })
  try {
    environment.COMMUNITY_URL = sandbox.url
    environment.COMMUNITY_PRIVATE_KEY ||= readOrCreateSecret(path.join(folder, 'community-private-key'))
    const publicKey = await publicKeyOf(environment.COMMUNITY_PRIVATE_KEY)
    environment.COMMUNITY_MUSE_ID ||= await introduceService(
      sandbox.url,
      environment.SERVICE_NAME || 'Trellis',
      publicKey,
    )
    environment.COMMUNITY_PUBLISHING ||= 'on'
    return sandbox
  } catch (error) {
    await sandbox.stop()
    throw error
  }
}
