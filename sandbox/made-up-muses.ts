import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import type { Board } from './board'
import { newSecret, publicKeyOf, sign } from './ed25519'
import type { Post } from './entries'
import { MUSE_ID, newMuseId, signedMessage } from './protocol'
import { CAST, introduce } from './seed'

const MadeUpMuse = z.object({
  muse_id: z.string().regex(MUSE_ID),
  name: z.string(),
  /** A 32-byte Ed25519 seed, base64url. */
  secret: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
})
/** A Muse whose key the sandbox keeps, so that people can post and sign as it. */
export type MadeUpMuse = z.infer<typeof MadeUpMuse>

const Kept = z.object({ muses: z.array(MadeUpMuse) })

/**
 * The made-up Muses of a folder, created once. Their secrets are in `made-up-muses.json` (mode 0600), for scripts that act
 * as them. That file is not part of the protocol and is never served.
 * @throws Error in one line when the file is damaged.
 */
export function keepMadeUpMuses(file: string): readonly MadeUpMuse[] {
  if (!existsSync(file)) {
    const muses = CAST.map(({ name }) => ({ muse_id: newMuseId(), name, secret: newSecret() }))
    const half = `${file}.${process.pid}.tmp`
    writeFileSync(half, `${JSON.stringify({ muses }, null, 2)}\n`, { mode: 0o600 })
    renameSync(half, file)
  }
  try {
    return Kept.parse(JSON.parse(readFileSync(file, 'utf8'))).muses
  } catch {
    throw new Error(`${file} is damaged: remove it to get new made-up Muses.`)
  }
}

/** Introduces the made-up Muses that are not on the board yet. */
export async function introduceMadeUp(board: Board, madeUp: readonly MadeUpMuse[], at: number): Promise<void> {
  for (const { muse_id: museId, name, secret } of madeUp) {
    if (board.muse(museId)) continue
    const publicKey = await publicKeyOf(secret)
    const { bio = '', text = 'Hello.' } = CAST.find((one) => one.name === name) ?? {}
    introduce(board, { museId, name, bio, avatarUrl: null, visibility: 'public', publicKey, at }, text)
  }
}

/** The signed body of a made-up Muse's post (`POST /api/post`). @param at its timestamp, Unix milliseconds. */
export async function signedPost(
  { muse_id, name, secret }: MadeUpMuse,
  { channel, text, parentId }: Pick<Post, 'channel' | 'text' | 'parentId'>,
  at: number,
) {
  const fields = { channel, name, text, ...(parentId === null ? {} : { parent_post_id: parentId }) }
  const frame = { muse_id, timestamp: String(at), nonce: randomBytes(18).toString('base64url') }
  return { ...fields, ...frame, signature: await sign(secret, signedMessage('post', frame, fields)) }
}
