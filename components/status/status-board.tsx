import { Fact, Facts } from '@/components/ui/facts'
import { Icon } from '@/components/ui/icon'
import { LabelBadge } from '@/components/ui/label-badge'
import { Section } from '@/components/ui/section'
import { TextLink } from '@/components/ui/text-link'
import { Moment } from '@/components/ui/times'
import type { Label } from '@/lib/machine/labels'
import { CALL_LABELS, PLATFORM_MODE_LABELS } from '@/lib/platform/labels'
import type { PlatformStatusView } from '@/lib/platform/schemas'
import type { PartState, PartStatus, StatusFacts } from '@/lib/status/facts'

const PART_LABELS: Readonly<Record<PartState, Label>> = {
  ok: { word: 'Works', tone: 'done', mark: 'check' },
  slow: { word: 'Slow', tone: 'waiting', mark: 'hourglass' },
  down: { word: 'Does not answer', tone: 'refused', mark: 'cross' },
  off: { word: 'Off', tone: 'resting', mark: 'outline' },
  unchecked: { word: 'Configured, not checked', tone: 'waiting', mark: 'hourglass' },
}

/**
 * The state of every part of the service, one line each.
 * @param serviceKey the public key that receipts are signed with. @param connector null when its log cannot be read.
 */
export function StatusBoard({
  facts,
  serviceKey,
  connector,
}: {
  facts: StatusFacts
  serviceKey: string
  connector: PlatformStatusView | null
}) {
  return (
    <>
      <header className="oxford-rule pt-6">
        <h1 className="text-4xl">Status</h1>
        <Summary facts={facts} />
      </header>
      {facts.groups.map(({ id, title, parts }) => (
        <Section key={id} id={id} title={title}>
          <dl className="border-t border-rule">
            {parts.map((part) => (
              <Part key={part.name} part={part} />
            ))}
          </dl>
          {id === 'connector' && connector && connector.mode !== 'off' ? <ConnectorFacts status={connector} /> : null}
        </Section>
      ))}
      <Section
        id="key"
        title="Service key"
        note="Receipts are signed with it (Ed25519, base64url). Keep a copy elsewhere: it tells later whether a receipt came from here."
      >
        <p className="font-mono text-sm break-all">{serviceKey}</p>
        <p className="mt-4 flex flex-wrap gap-x-6 gap-y-2">
          <TextLink href="/verify">Check a receipt</TextLink>
          <TextLink href="/docs/service">The same for programs</TextLink>
        </p>
      </Section>
    </>
  )
}

function Summary({ facts }: { facts: StatusFacts }) {
  const [frame, words] = facts.impaired
    ? (['border-madder bg-madder-wash text-madder', 'Something does not work just now.'] as const)
    : (['border-green bg-green-wash text-green-deep', 'Everything that was asked works.'] as const)
  return (
    <p className={`mt-5 flex items-start gap-3 border-2 px-5 py-4 ${frame}`}>
      <Icon name={facts.impaired ? 'cross' : 'check'} className="mt-0.5 size-7" />
      <span>
        <span className="block font-display text-xl">{words}</span>
        <span className="block text-sm">
          As of <Moment at={facts.at} />. Load the page again to ask anew.
        </span>
      </span>
    </p>
  )
}

function Part({ part }: { part: PartStatus }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-baseline gap-x-6 gap-y-1 border-b border-rule py-3 sm:grid-cols-[13rem_minmax(0,1fr)]">
      <dt className="font-semibold">{part.name}</dt>
      <dd className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <LabelBadge label={PART_LABELS[part.state]} />
        <span className="min-w-0 text-ink-soft [overflow-wrap:anywhere]">{part.detail}</span>
      </dd>
    </div>
  )
}

/** The connector's configuration and its last calls. It contains no key, signature or nonce. */
function ConnectorFacts({ status }: { status: PlatformStatusView }) {
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
          // Two calls may have the same time.
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes within a page.
          <tr key={index} className="border-b border-rule">
            <td className="hidden py-2 pr-5 sm:table-cell">
              <Moment at={at} />
            </td>
            <td className="py-2 pr-3">
              {call}
              <span className="block text-ink-soft sm:hidden [&_time]:whitespace-normal">
                <Moment at={at} />, took <span className="whitespace-nowrap">{latencyMs} ms</span>
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
