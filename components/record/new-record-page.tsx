import { NewRecordForm } from '@/components/record/new-record-form'
import { Notice } from '@/components/ui/notice'
import { TextLink } from '@/components/ui/text-link'
import { now, utcDay } from '@/lib/clock'
import { platformHost } from '@/lib/platform/urls'

/** What lacks while no community platform is connected. */
const WITHOUT_PLATFORM = {
  challenge:
    'No community platform is connected to this service. Until one is, no decision can be recorded: it names a public post there.',
  mission:
    'No community platform is connected to this service, so no mission can be published: it names the public post that asked for it.',
} as const

const LISTS = { challenge: 'Challenges', mission: 'Missions' } as const

export function NewRecordPage({ kind, title, lead }: { kind: keyof typeof LISTS; title: string; lead: string }) {
  const host = platformHost()
  return (
    <>
      <header className="oxford-rule pt-6">
        <p className="caption">
          <TextLink href={`/${kind}s`}>{LISTS[kind]}</TextLink>
        </p>
        <h1 className="mt-2 text-3xl sm:text-4xl">{title}</h1>
        <p className="mt-3 max-w-prose text-lg text-ink-soft">{lead}</p>
      </header>
      <noscript>
        <Notice tone="warning" className="mt-8">
          Publishing needs JavaScript and a wallet. Reading needs neither.
        </Notice>
      </noscript>
      {host === null ? (
        <Notice tone="warning" className="mt-8">
          {WITHOUT_PLATFORM[kind]}
        </Notice>
      ) : null}
      {host === null && kind === 'mission' ? null : (
        <div className="needs-script mt-10 max-w-2xl">
          <NewRecordForm kind={kind} today={utcDay(now())} platformHost={host} />
        </div>
      )}
    </>
  )
}
