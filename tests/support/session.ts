import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { type Actor, actor } from '@/tests/support/client'

/**
 * A wallet whose session is put straight into the database, for tests that need many wallets or count sign-ins: it costs
 * no request and no limit.
 */
export async function openSession(
  base: string,
  sql: pg.Pool,
  account: PrivateKeyAccount = privateKeyToAccount(generatePrivateKey()),
): Promise<Actor> {
  const token = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(token).digest('hex')
  await sql.query(`INSERT INTO "Wallet" (address, "createdAt") VALUES ($1, now()) ON CONFLICT DO NOTHING`, [
    account.address,
  ])
  await sql.query(
    `INSERT INTO "Session" (id, "tokenHash", wallet, delivery, "createdAt", "expiresAt")
     VALUES ($1, $2, $3, 'bearer', now(), now() + interval '400 days')`,
    [randomUUID(), hash, account.address],
  )
  return actor(base, account, token)
}

/** So many wallets at once. */
export const openSessions = (base: string, sql: pg.Pool, count: number): Promise<Actor[]> =>
  Promise.all(Array.from({ length: count }, () => openSession(base, sql)))
