import { Fact, Facts } from '@/components/ui/facts'
import { LabelBadge } from '@/components/ui/label-badge'
import { Moment } from '@/components/ui/times'
import { CALL_LABELS, PLATFORM_MODE_LABELS } from '@/lib/platform/labels'
import type { PlatformStatusView } from '@/lib/platform/schemas'

/** How the connector is set up, and how its last calls went. No key, signature or nonce is in it. */
export function ConnectorFacts({ status }: { status: PlatformStatusView }) {
  const mode = PLATFORM_MODE_LABELS[status.mode]
  return (
    <div className="mt-8">
      <Facts columns="two">
        <Fact name="Mode">
          <LabelBadge label={mode} />
          <p className="mt-1 text-sm text-ink-soft">{mode.meaning}</p>
        </Fact>
        <Fact name="Last import of a thread">
          {status.lastSync ? <Moment at={status.lastSync} /> : 'No thread was imported yet.'}
        </Fact>
        <Fact name="Fingerprint of the key that posts are signed with" wide>
          {status.keyFingerprint ? (
            <span className="font-mono text-sm break-all">{status.keyFingerprint}</span>
          ) : (
            'This service has no key on the platform.'
          )}
        </Fact>
      </Facts>
      <h3 className="mt-8 text-xl">Its last calls</h3>
      {status.recent.length > 0 ? (
        <CallTable calls={status.recent} />
      ) : (
        <p className="mt-2 text-ink-soft">None yet: nobody has linked or read a thread.</p>
      )}
    </div>
  )
}

const HEADS = [
  { word: 'When', className: 'hidden pr-5 sm:table-cell' },
  { word: 'Asked for', className: 'pr-3' },
  { word: 'Outcome', className: 'pr-3' },
  { word: 'Status', className: 'hidden pr-5 sm:table-cell' },
  { word: 'Took', className: 'hidden text-right sm:table-cell' },
] as const

function CallTable({ calls }: { calls: PlatformStatusView['recent'] }) {
  return (
    <table className="mt-2 w-full text-sm">
      <thead>
        <tr className="border-b border-rule-strong text-left">
          {HEADS.map(({ word, className }) => (
            <th key={word} scope="col" className={`caption py-1.5 font-normal ${className}`}>
              {word}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {calls.map(({ at, call, outcome, status, latencyMs }, index) => (
          // Two calls may share their moment.
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes within a page.
          <tr key={index} className="border-b border-rule">
            <td className="hidden py-2 pr-5 sm:table-cell">
              <Moment at={at} />
            </td>
            <td className="py-2 pr-3">
              {call}
              <span className="block text-ink-soft sm:hidden">
                <Moment at={at} />, took {latencyMs} ms
              </span>
            </td>
            <td className="py-2 pr-3">
              <LabelBadge label={CALL_LABELS[outcome]} />
            </td>
            <td className="hidden py-2 pr-5 tabular-nums sm:table-cell">{status ?? 'none'}</td>
            <td className="hidden py-2 text-right whitespace-nowrap tabular-nums sm:table-cell">{latencyMs} ms</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
