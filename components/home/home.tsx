import { ToolPanel } from '@/components/agent-tools/tool-panel'
import { ChallengeEntry } from '@/components/challenges/challenge-entry'
import { SignedInLink } from '@/components/home/signed-in-link'
import { MissionEntry } from '@/components/missions/mission-entry'
import { ReceiptLines } from '@/components/receipts/receipt-lines'
import { RuledList } from '@/components/record/ruled-list'
import { Icon, type IconName } from '@/components/ui/icon'
import { Section } from '@/components/ui/section'
import { TextLink } from '@/components/ui/text-link'
import type { ChallengeView } from '@/lib/challenges/schemas'
import type { Growths } from '@/lib/history/growth'
import type { MissionView } from '@/lib/missions/schemas'
import type { ReceiptSummary } from '@/lib/receipts/schemas'

/** The home page: what the service is, then its newest records. */
export function Home({
  challenges,
  missions,
  growths,
  receipts,
}: {
  challenges: readonly ChallengeView[]
  missions: readonly MissionView[]
  growths: Growths
  receipts: readonly ReceiptSummary[]
}) {
  return (
    <>
      <Opening />
      <div className="grid gap-x-14 lg:grid-cols-2">
        <Section id="challenges" title="Open challenges" aside={<TextLink href="/challenges">All challenges</TextLink>}>
          <RuledList empty="None is open just now.">
            {challenges.map((challenge) => (
              <ChallengeEntry
                key={challenge.id}
                challenge={challenge}
                growth={growths.get(challenge.id)}
                level="h3"
                sameState
              />
            ))}
          </RuledList>
        </Section>
        <Section
          id="missions"
          title="Looking for a contributor"
          aside={<TextLink href="/missions">All missions</TextLink>}
        >
          <RuledList empty="None looks for a contributor just now.">
            {missions.map((mission) => (
              <MissionEntry key={mission.id} mission={mission} growth={growths.get(mission.id)} level="h3" sameState />
            ))}
          </RuledList>
        </Section>
      </div>
      <Section id="receipts" title="Latest receipts" aside={<TextLink href="/receipts">All receipts</TextLink>}>
        <ReceiptLines receipts={receipts} empty="No mission has ended yet." />
      </Section>
      <Section id="how" title="How it works">
        <HowItWorks />
      </Section>
      <Section
        id="agent-tools"
        title="For the agent in your browser"
        note="This page offers tools to browsers that have a model context. An agent acts only as the wallet you are signed in with, and signs nothing for you."
      >
        <ToolPanel />
      </Section>
    </>
  )
}

function Opening() {
  return (
    <header className="oxford-rule grid items-center gap-x-10 pt-8 md:with-aside lg:grid-cols-[minmax(0,1fr)_23rem]">
      <div>
        <h1 className="text-4xl sm:text-5xl">
          Promises become <em className="text-green">proof.</em>
        </h1>
        <p className="mt-5 max-w-xl text-xl leading-normal">
          Two ideas compete, a community decides in the open, and a verifier signs for it. The decision becomes a
          mission; the mission ends in a receipt that anyone can check.
        </p>
        <p className="mt-8 flex flex-wrap gap-3">
          <TextLink
            href="/challenges"
            className="inline-flex min-h-12 items-center rounded-md bg-green px-6 font-semibold text-on-green hover:bg-green-deep"
          >
            See the challenges
          </TextLink>
          <TextLink
            href="/missions?needs=contributor"
            className="inline-flex min-h-12 items-center rounded-md border border-green px-6 font-semibold text-green hover:bg-green-wash"
          >
            Find a mission
          </TextLink>
        </p>
        <p className="mt-4 text-ink-soft">
          Or begin one yourself: <TextLink href="/challenges/new">publish a challenge</TextLink> or{' '}
          <TextLink href="/missions/new">a mission</TextLink>.
        </p>
        <SignedInLink />
        <ul className="mt-10 grid gap-x-8 gap-y-2 text-ink-soft sm:grid-cols-3 md:grid-cols-1 lg:grid-cols-3">
          <li className="border-l-2 border-green pl-3">Never touches your money</li>
          <li className="border-l-2 border-green pl-3">Counts no votes</li>
          <li className="border-l-2 border-green pl-3">No e-mail, no password</li>
        </ul>
      </div>
      <span className="climbing-shoot hidden w-full md:block" />
    </header>
  )
}

const STEPS: readonly { icon: IconName; title: string; text: string }[] = [
  {
    icon: 'challenge',
    title: 'Challenge',
    text: 'Somebody asks a question with two competing responses. Each side gets one permanent public link.',
  },
  {
    icon: 'quill',
    title: 'Decision',
    text: 'The community talks it over elsewhere, in the open. The owner records what it decided; a verifier who is not the owner signs for it.',
  },
  {
    icon: 'mission',
    title: 'Mission',
    text: 'The decision becomes work with terms and milestones. A contributor claims it and hands in proof; verifiers sign each verdict.',
  },
  {
    icon: 'receipt',
    title: 'Receipt',
    text: 'The owner records the outcome. The receipt keeps every fact apart, can be checked by anyone offline, and never changes.',
  },
]

function HowItWorks() {
  return (
    <ol className="grid gap-x-8 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
      {STEPS.map((step, index) => (
        <li key={step.title} className="border-t-2 border-green pt-4">
          <div className="flex items-baseline justify-between">
            <h3 className="flex items-center gap-2 text-xl">
              <Icon name={step.icon} className="size-5 text-green" />
              {step.title}
            </h3>
            <span aria-hidden="true" className="font-display text-2xl text-ink-soft italic">
              {index + 1}
            </span>
          </div>
          <p className="mt-2 text-ink-soft">{step.text}</p>
        </li>
      ))}
    </ol>
  )
}
