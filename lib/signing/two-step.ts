import { z } from 'zod'
import type { Caller, CommandResult, WriteContext } from '@/lib/context'
import type { SignatureRequired } from '@/lib/contract/signed-step'
import { type Db, onOneConnection } from '@/lib/db/db'
import { type Sql, sql } from '@/lib/db/sql'
import { conflict, Refusal, unauthenticated } from '@/lib/errors'
import type { HistoryHead } from '@/lib/history/chain'
import { jcsHash } from '@/lib/history/jcs'
import { follow } from '@/lib/history/record'
import { verdictMessage } from '@/lib/signing/messages'
import {
  consumeNonce,
  findNonce,
  insertNonce,
  newNonce,
  nonceExpiry,
  requireUsable,
  type SigningPurpose,
} from '@/lib/signing/nonces'
import { canonicalSignature, KEYS_ONLY, recoverSigner } from '@/lib/signing/recover'
import { isErasedText } from '@/lib/text/erased'

/** The thing that a verifier is about to judge, loaded and allowed. */
export interface LoadedSubject<Subject> {
  readonly subject: Subject
  /** The id of the exact thing judged: a new attempt is a new subject. */
  readonly subjectId: string
  readonly records: readonly (readonly [string, string])[]
  /** What the content hash of the signed text covers (docs/decisions.md#signed-messages). */
  readonly content: object
  /** The history that the verdict goes into. */
  readonly head: HistoryHead
}

/** A verifier's finished decision: words, exact text and signature. */
export interface SignedWords extends Verdict {
  readonly nonce: string
  readonly subjectId: string
  readonly message: string
  readonly signature: string
}

/** A verdict before it is signed. */
export interface Verdict {
  readonly verdict: string
  /** Why, in the verifier's words. */
  readonly words: string
}

/** How `SignedAction.load` reads the record that a verifier is about to judge. */
export interface Look {
  readonly caller: Caller
  /** Null while it is not known yet. */
  readonly verdict: string | null
  /** Whether the record's row is locked until the transaction ends. */
  readonly lock: boolean
}

/** A signed action of a verifier: what all two-step writes have in common (docs/interface.md#authentication). */
export interface SignedAction<Subject> {
  readonly purpose: SigningPurpose
  readonly tag: string
  readonly wordsName: 'Explanation' | 'Reason'
  /** Parses the fields of step 1. @throws Refusal `invalid_request`. */
  parse(fields: unknown): Verdict
  /**
   * Loads the subject and checks that the caller may judge it. Called in step 1, before step 2, and inside its transaction.
   * @throws Refusal 404, 410, 403 or 409.
   */
  load(executor: Db, id: string, look: Look): Promise<LoadedSubject<Subject>>
  /**
   * Writes the verdict. Its statement must contain `consumeNonce`: no row from that means that another request was first.
   */
  record(ctx: WriteContext, subject: Subject, signed: SignedWords, consumeNonce: Sql): Promise<CommandResult>
}

const Content = z.object({ verdict: z.string(), words: z.string(), contentHash: z.string() })

/** Step 1: checks everything that step 2 will check again, stores purpose, exact text and nonce, and returns the text. */
export async function prepareSigned<Subject>(
  action: SignedAction<Subject>,
  ctx: WriteContext,
  id: string,
  { verdict, words }: Verdict,
): Promise<CommandResult> {
  const judged = await action.load(ctx.tx, id, { caller: ctx.caller, verdict, lock: false })
  const nonce = newNonce()
  const expiresAt = nonceExpiry(ctx.at)
  const contentHash = jcsHash(judged.content)
  const message = verdictMessage({
    tag: action.tag,
    records: judged.records,
    contentHash,
    verdict,
    verifier: ctx.caller.wallet,
    nonce,
    issuedAt: ctx.at,
    expiresAt,
    wordsName: action.wordsName,
    words,
  })
  ctx.tx.pipeline(
    insertNonce({
      nonce,
      purpose: action.purpose,
      wallet: ctx.caller.wallet,
      subjectId: judged.subjectId,
      message,
      content: { verdict, words, contentHash },
      issuedAt: ctx.at,
      expiresAt,
    }),
  )
  const answer: SignatureRequired = { signatureRequired: true, nonce, message, expiresAt: expiresAt.toISOString() }
  return { show: sql`(${JSON.stringify(answer)}::text)` }
}

/** What step 2 has read and verified before it takes any lock. */
export interface Prefetched {
  readonly signed: SignedWords
  readonly contentHash: string
}

/**
 * Step 2, outside any transaction: reads the record and the nonce at the same time. Only when both are good does it recover
 * the signer, which costs milliseconds of CPU.
 * @throws Refusal 404, 410, 403, 409 for the record; 401, 409, 410 for the nonce; 401 for the signature.
 */
export async function prefetchSigned<Subject>(
  action: SignedAction<Subject>,
  caller: Caller,
  at: Date,
  id: string,
  sent: { nonce: string; signature: string },
): Promise<Prefetched> {
  const [stored, judged] = await onOneConnection((executor) =>
    Promise.allSettled([
      findNonce(executor, sent.nonce, action.purpose),
      action.load(executor, id, { caller, verdict: null, lock: false }),
    ]),
  )
  if (stored.status === 'rejected') throw stored.reason
  // A caller who may not judge is told so first. If only the state has changed, a used nonce is the better explanation.
  if (judged.status === 'rejected' && !isConflict(judged.reason)) throw judged.reason
  if (stored.value?.usedAt && stored.value.wallet === caller.wallet) requireUsable(stored.value, caller.wallet, at)
  if (judged.status === 'rejected') throw judged.reason
  requireUsable(stored.value, caller.wallet, at)
  // What is left of an erased text says nothing that anybody could sign.
  if (isErasedText(stored.value.message)) throw moved()
  const content = Content.parse(stored.value.content)
  const signer = await recoverSigner(stored.value.message, sent.signature)
  if (signer !== caller.wallet)
    throw unauthenticated(`The signature was not made by the signed-in wallet. ${KEYS_ONLY}`)
  const { message, subjectId } = stored.value
  if (subjectId !== judged.value.subjectId) throw moved()
  return {
    contentHash: content.contentHash,
    signed: {
      nonce: sent.nonce,
      subjectId,
      verdict: content.verdict,
      words: content.words,
      message,
      signature: canonicalSignature(sent.signature),
    },
  }
}

const isConflict = (reason: unknown): boolean => reason instanceof Refusal && reason.code === 'conflict'

/**
 * Step 2, inside the transaction: checks everything again under the record's lock. The content judged must be the content
 * signed.
 */
export async function applySigned<Subject>(
  action: SignedAction<Subject>,
  ctx: WriteContext,
  id: string,
  prefetched: Prefetched,
): Promise<CommandResult> {
  const { signed, contentHash } = prefetched
  const judged = await action.load(ctx.tx, id, { caller: ctx.caller, verdict: signed.verdict, lock: true })
  if (judged.subjectId !== signed.subjectId || jcsHash(judged.content) !== contentHash) throw moved()
  const consumed = consumeNonce(signed.nonce, ctx.at, signed.message)
  follow(ctx, judged.head)
  return action.record(ctx, judged.subject, signed, consumed)
}

const moved = () =>
  conflict('The record has moved since this message was prepared. Read it again and prepare a new one.')

/**
 * The INSERT of a verifier's signed words, for use as a CTE.
 * @param disclosures the part that the verifier had in what is judged, if it is recorded with the signature.
 */
export function insertSignedVerdict(
  id: string,
  purpose: SigningPurpose,
  signed: SignedWords,
  ctx: WriteContext,
  disclosures: readonly object[] | null = null,
): Sql {
  return sql`INSERT INTO "SignedVerdict" (id, purpose, "subjectId", verdict, words, verifier, message, signature, "signedAt", disclosures)
    VALUES (${id}::uuid, ${purpose}::"SigningPurpose", ${signed.subjectId}::uuid, ${signed.verdict}::"Verdict", ${signed.words},
      ${ctx.caller.wallet}, ${signed.message}, ${signed.signature}, ${ctx.at}, ${disclosures && JSON.stringify(disclosures)}::jsonb)`
}
