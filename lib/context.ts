import type { z } from 'zod'
import type { Sql } from '@/lib/db/sql'
import type { Transaction } from '@/lib/db/transaction'
import { forbidden } from '@/lib/errors'

/** The signed-in wallet of a request. Roles are read from the environment at each request. */
export interface Caller {
  /** EIP-55. */
  readonly wallet: string
  readonly isVerifier: boolean
  readonly isAdmin: boolean
}

/** What a command works with: one transaction, one caller, one moment. */
export interface WriteContext {
  readonly tx: Transaction
  readonly caller: Caller
  readonly at: Date
}

/** What a write on a record is given: the record's id, and its body as the schema made it. */
export interface OnRecord<Body extends z.ZodType> {
  readonly params: { readonly id: string }
  readonly body: z.output<Body>
}

/** @throws Refusal `forbidden` when somebody else owns the record. */
export function requireOwner(record: { owner: string }, wallet: string): void {
  if (record.owner !== wallet) throw forbidden('Only the owner may do this.')
}

/** What a command shows when its transaction ends: a scalar sub-select that gives the answer's body as JSON text. */
export interface CommandResult {
  readonly show: Sql
  /** Another status than the contract's, e.g. 200 for a conversion that had already happened. */
  readonly status?: 200
  /** What to begin once the transaction has committed. The answer does not wait for it; it must not throw. */
  readonly afterCommit?: () => void
  /**
   * What has to wait until the transaction is committed, such as a call to another service. It gives what is shown in the
   * end; until then, and should the process die, `show` stands.
   */
  readonly background?: () => Promise<Sql>
}
