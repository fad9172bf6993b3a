import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { writePrivateFile } from '../server/private-file'
import { command, commandLine } from './command'
import { findDatabase } from './find-database'

/**
 * `npm run rotate-key`: replaces the key that signs receipts (docs/operating.md#another-key). Uses DATABASE_URL, with
 * SERVICE_PRIVATE_KEY as the key to replace, otherwise the running embedded default in DATA_DIR.
 */
await command(async () => {
  commandLine({ usage: 'npm run rotate-key' })
  const isOwn = Boolean(process.env.SERVICE_PRIVATE_KEY)
  const folder = findDatabase()
  const { now } = await import('@/lib/clock')
  const { requireComparedClocks } = await import('@/lib/db/clocks')
  const { closePool } = await import('@/lib/db/pool')
  const { replaceKey } = await import('@/lib/receipts/signed-under')
  const { publicKeyOf, serviceKey } = await import('@/lib/signing/ed25519')
  try {
    const seed = randomBytes(32).toString('base64url')
    // The moment at which a key ends is signed for ever.
    await requireComparedClocks()
    const [before, next] = await Promise.all([serviceKey(), publicKeyOf(seed)])
    await replaceKey(before, next, now())
    console.log(`${before} ended. ${next} signs from now on.`)
    if (folder !== null && !isOwn) {
      writePrivateFile(path.join(folder, 'service-private-key'), `${seed}\n`)
      console.log('Restart the service: until then it issues no receipt.')
    } else {
      console.log('Set this on every instance and restart it: until then it issues no receipt. It is not shown again.')
      console.log(`SERVICE_PRIVATE_KEY=${seed}`)
    }
  } finally {
    await closePool()
  }
})
