import { ConnectorFacts } from '@/components/status/connector-facts'
import { Icon } from '@/components/ui/icon'
import { LabelBadge } from '@/components/ui/label-badge'
import { Section } from '@/components/ui/section'
import { TextLink } from '@/components/ui/text-link'
import { Moment } from '@/components/ui/times'
import type { Label } from '@/lib/machine/labels'
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
 * How every part of the service is, one line each.
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
  const [frame, words] = facts.degraded
    ? (['border-madder bg-madder-wash text-madder', 'Something does not work just now.'] as const)
    : (['border-green bg-green-wash text-green-deep', 'Everything that was asked works.'] as const)
  return (
    <p className={`mt-5 flex items-start gap-3 border-2 px-5 py-4 ${frame}`}>
      <Icon name={facts.degraded ? 'cross' : 'check'} className="mt-0.5 size-7" />
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
    <div className="grid items-baseline gap-x-6 gap-y-1 border-b border-rule py-3 sm:grid-cols-[13rem_minmax(0,1fr)]">
      <dt className="font-semibold">{part.name}</dt>
      <dd className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <LabelBadge label={PART_LABELS[part.state]} />
        <span className="min-w-0 text-ink-soft">{part.detail}</span>
      </dd>
    </div>
  )
}
