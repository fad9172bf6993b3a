import { CodeBlock } from '@/components/docs/code-block'
import { DocsTable } from '@/components/docs/field-table'
import { inCode } from '@/components/docs/in-code'
import { Section } from '@/components/ui/section'
import {
  DECISIONS_MAX,
  IDEMPOTENCY_KEY,
  IDEMPOTENCY_TTL_MS,
  LIST_LIMIT_DEFAULT,
  LIST_LIMIT_MAX,
  MILESTONES_MAX,
  NONCE_TTL_MS,
  PAYMENTS_MAX,
  PROOFS_MAX,
  RATE_LIMITS,
  REQUEST_BODY_BYTES_MAX,
  RESTORES_MAX,
  SESSION_TTL_MS,
  SIGN_IN_TRIES_MAX,
  SIGNED_DECISIONS_PER_VERIFIER_MAX,
  UNFINISHED_CHALLENGES_MAX,
} from '@/lib/contract/limits'
import { ERROR_MEANING, ERROR_STATUS, type ErrorCode } from '@/lib/errors'

export const LIMITS_ANCHORS = [
  { id: 'refusals', title: 'Refusals' },
  { id: 'rates', title: 'Rates' },
  { id: 'sizes', title: 'Sizes and times' },
] as const

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

const SIZES = [
  ['Request body', `${REQUEST_BODY_BYTES_MAX / 1024} KB`],
  ['Sign-in message and message to sign', `valid for ${NONCE_TTL_MS / MINUTE_MS} minutes, once`],
  ['Signatures tried for one sign-in message', String(SIGN_IN_TRIES_MAX)],
  ['Session', `${SESSION_TTL_MS / HOUR_MS / 24} days`],
  ['Form of an `Idempotency-Key`', `\`${IDEMPOTENCY_KEY.source}\``],
  ['An answer can be replayed for', `${IDEMPOTENCY_TTL_MS / HOUR_MS} hours`],
  ['Records a page', `${LIST_LIMIT_DEFAULT}, at most ${LIST_LIMIT_MAX}`],
  ['Milestones of a mission', `1–${MILESTONES_MAX}, at least one required`],
  ['Unfinished challenges of a wallet', String(UNFINISHED_CHALLENGES_MAX)],
  ['Decisions recorded on a challenge, rejected ones included', String(DECISIONS_MAX)],
  ['Proofs of a mission, whatever became of them', String(PROOFS_MAX)],
  ['Payments on a receipt', String(PAYMENTS_MAX)],
  ['Signed decisions of one verifier on a project', String(SIGNED_DECISIONS_PER_VERIFIER_MAX)],
  ['Restored records of one challenge or mission', String(RESTORES_MAX)],
] as const

const EXAMPLE = {
  error: { code: 'invalid_request', message: 'This field must not be empty.', field: 'milestones.0.title' },
}

/** Error codes and limits, from the tables that the service itself reads. */
export function GuideLimits() {
  return (
    <>
      <Section
        id="refusals"
        title="Refusals"
        note="Every error is the same object, on every path. Its message is safe to show, and a failed write saved nothing."
      >
        <CodeBlock name="An error" text={JSON.stringify(EXAMPLE, null, 2)} />
        <div className="mt-5">
          <DocsTable caption="Error codes" heads={['Status', 'Code', 'When']}>
            {Object.entries(ERROR_STATUS).map(([code, status]) => (
              <tr key={code} id={code} className="border-t border-rule align-top target:bg-green-wash">
                <td className="py-1.5 pr-4 font-semibold">{status}</td>
                <th scope="row" className="py-1.5 pr-4 text-left font-mono text-[0.88em] font-normal">
                  {code}
                </th>
                <td className="py-1.5">{inCode(meaningOf(code))}</td>
              </tr>
            ))}
          </DocsTable>
        </div>
      </Section>
      <Section
        id="rates"
        title="Rates"
        note="Fixed windows, counted per wallet and per network address. A request counts in one group, the narrowest that fits."
      >
        <DocsTable caption="Rate limits" heads={['Group', 'Per wallet', 'Per network', 'Window']}>
          {Object.entries(RATE_LIMITS).map(([group, { walletMax, networkMax, windowSeconds }]) => (
            <tr key={group} className="border-t border-rule">
              <th scope="row" className="py-1.5 pr-4 text-left font-mono text-[0.88em] font-normal">
                {group}
              </th>
              <td className="py-1.5 pr-4">{walletMax}</td>
              <td className="py-1.5 pr-4">{networkMax}</td>
              <td className="py-1.5">{windowSeconds / 60} minutes</td>
            </tr>
          ))}
        </DocsTable>
        <p className="mt-4 max-w-prose text-sm text-ink-soft">
          {inCode('Answers carry `RateLimit` and `RateLimit-Policy`; a 429 adds `Retry-After`, in seconds.')}
        </p>
      </Section>
      <Section id="sizes" title="Sizes and times">
        <DocsTable caption="Sizes and times" heads={['What', 'Limit']}>
          {SIZES.map(([what, limit]) => (
            <tr key={what} className="border-t border-rule">
              <th scope="row" className="py-1.5 pr-4 text-left font-normal">
                {inCode(what)}
              </th>
              <td className="py-1.5">{inCode(limit)}</td>
            </tr>
          ))}
        </DocsTable>
        <p className="mt-4 max-w-prose text-sm text-ink-soft">
          The bounds of each field stand with the endpoint that takes it.
        </p>
      </Section>
    </>
  )
}

function meaningOf(code: string): string {
  return ERROR_MEANING[code as ErrorCode] // the keys of ERROR_STATUS are the codes
}
