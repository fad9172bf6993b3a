import type { z } from 'zod'
import type { Sql } from '@/lib/db/sql'
import type { Transaction } from '@/lib/db/transaction'
import { forbidden } from '@/lib/errors'

/** The signed-in wallet of a request. Its roles are read from the environment for each request. */
export interface Caller {
  /** EIP-55. */
  readonly wallet: string
  readonly isVerifier: boolean
  readonly isAdmin: boolean
}

/** The context of a command: one transaction, one caller, one moment. */
export interface WriteContext {
  readonly tx: Transaction
  readonly caller: Caller
  /** When the request came; once a record is locked, none before its last event (`follow` in lib/history/record.ts). */
  at: Date
}

/** The input of a write on a record: the record's id and the parsed body. */
export interface OnRecord<Body extends z.ZodType> {
  readonly params: { readonly id: string }
  readonly body: z.output<Body>
}

/** A write on the record named in the path. */
export type RecordCommand<Body extends z.ZodType> = (ctx: WriteContext, input: OnRecord<Body>) => Promise<CommandResult>

/** @throws Refusal `forbidden` when another wallet owns the record. */
export function requireOwner(record: { owner: string }, wallet: string): void {
  if (record.owner !== wallet) throw forbidden('Only the owner may do this.')
}

/** The result of a command. `show` is a scalar sub-select that returns the response body as JSON text. */
export interface CommandResult {
  readonly show: Sql
  /** Overrides the contract's status, e.g. 200 for a conversion that had already happened. */
  readonly status?: 200
  /** Runs after the transaction has committed. The response does not wait for it; it must not throw. */
  readonly afterCommit?: () => void
  /**
   * Work that must wait for the commit, such as a call to another service. It returns the final `show`; until then, and if
   * the process dies, the first `show` stands.
   */
  readonly background?: () => Promise<Sql>
}
