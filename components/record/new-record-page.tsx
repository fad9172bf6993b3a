import { NewRecordForm } from '@/components/record/new-record-form'
import { Notice } from '@/components/ui/notice'
import { TextLink } from '@/components/ui/text-link'
import { now, utcDay } from '@/lib/clock'
import { platformHost } from '@/lib/platform/urls'

const LISTS = { challenge: 'Challenges', mission: 'Missions' } as const

export function NewRecordPage({ kind, title, lead }: { kind: keyof typeof LISTS; title: string; lead: string }) {
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
      <div className="needs-script mt-10 max-w-2xl">
        <NewRecordForm kind={kind} today={utcDay(now())} platformHost={platformHost()} />
      </div>
    </>
  )
}
