import { DocsTable } from '@/components/docs/field-table'
import { LIMIT_ROWS } from '@/components/docs/limit-rows'
import { BreakableName, CodeBlock, inCode } from '@/components/docs/words'
import { Section } from '@/components/ui/section'
import { contracts } from '@/lib/api/contracts'
import { countsNetworkAlone } from '@/lib/contract/endpoint'
import { RATE_LIMITS } from '@/lib/contract/limits'
import { ERROR_MEANING, ERROR_STATUS, type ErrorCode } from '@/lib/errors'

export const LIMITS_ANCHORS = [
  { id: 'errors', title: 'Errors' },
  { id: 'rates', title: 'Rates' },
  { id: 'sizes', title: 'Sizes, times and counts' },
  { id: 'text', title: 'Text' },
] as const

/** The groups in which some endpoint counts its wallet; the others count networks alone. */
const WALLET_GROUPS: ReadonlySet<string | undefined> = new Set(
  contracts
    .filter((endpoint) => !countsNetworkAlone(endpoint))
    .flatMap(({ limit, limitOfModerator }) => [limit, limitOfModerator]),
)

/** The reads that are counted: `` `GET /api/v1/search` ``. */
const COUNTED_READS = contracts
  .filter(({ kind, limit }) => kind === 'read' && limit)
  .map(({ method, path }) => `\`${method} ${path}\``)

const EXAMPLE = {
  error: { code: 'invalid_request', message: 'This field must not be empty.', field: 'milestones.0.title' },
}

export function GuideLimits() {
  return (
    <>
      <Section
        id="errors"
        title="Errors"
        note="Every error is the same object, on every path. Its message is safe to show. A refused write saved nothing; after a 503 that may not be known, and the same request with the same key acts once."
      >
        <CodeBlock name="An error" text={JSON.stringify(EXAMPLE, null, 2)} />
        <div className="mt-5">
          <DocsTable caption="Error codes" heads={['Status', 'Code', 'When']}>
            {Object.entries(ERROR_STATUS).map(([code, status]) => (
              <tr key={code} id={code} className="border-t border-rule align-top target:bg-green-wash">
                <td className="py-1.5 pr-4 font-semibold">{status}</td>
                <th scope="row" className="py-1.5 pr-4 text-left font-normal">
                  <BreakableName name={code} />
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
              <th scope="row" className="py-1.5 pr-4 text-left font-normal">
                <BreakableName name={group} />
              </th>
              <td className="py-1.5 pr-4">{WALLET_GROUPS.has(group) ? walletMax : '–'}</td>
              <td className="py-1.5 pr-4">{networkMax}</td>
              <td className="py-1.5">{windowSeconds / 60} minutes</td>
            </tr>
          ))}
        </DocsTable>
        <p className="mt-4 max-w-prose text-sm text-ink-soft">
          {inCode(
            `Answers carry \`RateLimit\` and \`RateLimit-Policy\`; a 429 adds \`Retry-After\`, in seconds. Sign-in counts per address and network; its signatures, reads that are counted (${COUNTED_READS.join(', ')}), pictures of records, and requests of agents without a token count per network alone. A network is an IPv4 address or a \`/64\` of IPv6; what needs no session, but for sign-in, counts by the \`/48\` around it too. What a network uploads in a day (UTC) is limited besides.`,
          )}
        </p>
      </Section>
      <Section
        id="sizes"
        title="Sizes, times and counts"
        note="The service obeys the constants that this table is made of."
      >
        <DocsTable caption="Sizes, times and counts" heads={['What', 'Limit']}>
          {Object.values(LIMIT_ROWS).map(([what, limit]) => (
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
      <Section id="text" title="Text">
        <div className="max-w-prose space-y-3">
          <p>
            {inCode(
              'Text is trimmed and brought into its composed form (Unicode NFC); its bounds count code points. `U+0000`, lone surrogates and more than 30 combining marks in a row are refused.',
            )}
          </p>
          <p>
            {inCode(
              'A field of one line, such as a title or a label, holds no control characters, no line or paragraph separators (`U+2028`, `U+2029`), none that turn the direction of writing (such as `U+202E`), and none that are not seen (such as `U+200B`), except where they join an emoji or are needed by the script. Longer texts hold no overrides of the direction (`U+202D`, `U+202E`). The answer is 400 with the field, and names the character.',
            )}
          </p>
        </div>
      </Section>
    </>
  )
}

function meaningOf(code: string): string {
  return ERROR_MEANING[code as ErrorCode] // the keys of ERROR_STATUS are the codes
}
