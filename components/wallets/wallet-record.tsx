import type { ComponentProps } from 'react'
import { ChallengeEntry } from '@/components/challenges/challenge-entry'
import { MissionEntry } from '@/components/missions/mission-entry'
import { MuseLinkList } from '@/components/muse/muse-link-entry'
import { CheckAll } from '@/components/receipts/check-all'
import { ReceiptLines } from '@/components/receipts/receipt-lines'
import { SignedList } from '@/components/review/signed-list'
import { Empty } from '@/components/ui/empty'
import { Section } from '@/components/ui/section'
import { TextLink } from '@/components/ui/text-link'
import { SeedsLedger } from '@/components/wallets/seeds-ledger'
import { SeedsOverTime } from '@/components/wallets/seeds-over-time'
import { WalletHead } from '@/components/wallets/wallet-head'
import type { Roles } from '@/lib/auth/roles'
import type { ChallengeView } from '@/lib/challenges/schemas'
import type { MissionView } from '@/lib/missions/schemas'
import type { MuseLinkView } from '@/lib/muses/schemas'
import type { ReceiptSummary } from '@/lib/receipts/schemas'
import type { SignedItem } from '@/lib/review/schemas'
import type { WalletSeedsView } from '@/lib/seeds/schemas'
import type { KeyPeriod } from '@/lib/verify/key-period'

interface Page<T> {
  readonly items: readonly T[]
  readonly more: boolean
}

export interface WalletFacts {
  readonly seeds: WalletSeedsView
  readonly roles: Roles
  /** Newest first, including ended ones. */
  readonly museLinks: readonly MuseLinkView[]
  readonly ownChallenges: Page<ChallengeView>
  readonly ownMissions: Page<MissionView>
  readonly contributedMissions: Page<MissionView>
  readonly reviews: Page<SignedItem>
  /** For the wallet's work as contributor. */
  readonly receipts: Page<ReceiptSummary>
  /** The keys that sign receipts. */
  readonly trusted: readonly KeyPeriod[]
}

/** Everything on record of a wallet; a kind without records has no section. */
export function WalletRecord(facts: WalletFacts) {
  const { seeds, roles, museLinks, ownChallenges, ownMissions, contributedMissions, reviews, receipts, trusted } = facts
  const { wallet } = seeds
  const all = [
    seeds.entries,
    museLinks,
    ...[reviews, receipts, contributedMissions, ownMissions, ownChallenges].map(({ items }) => items),
  ]
  return (
    <article>
      <WalletHead seeds={seeds} roles={roles} />
      {all.every((items) => items.length === 0) ? <NothingYet /> : null}
      <Part
        of={seeds.entries}
        id="ledger"
        title="Ledger"
        note="Entries are never changed. A correction is a new entry that takes an old one back."
        aside={seeds.nextCursor ? <TextLink href={`/wallets/${wallet}/ledger`}>The whole ledger</TextLink> : null}
      >
        <SeedsOverTime seeds={seeds} />
        <SeedsLedger entries={seeds.entries} sum={seeds.nextCursor ? undefined : seeds.balance} />
      </Part>
      <Part
        of={museLinks}
        id="muse"
        title="Linked Muse"
        note="The agent that speaks for this wallet on the community platform, by its own proof. Every link stays on record."
      >
        <MuseLinkList links={museLinks} />
      </Part>
      <Part
        of={reviews.items}
        id="reviews"
        title="Reviewed by signature"
        note="Decisions, proofs and missions that this wallet judged. The signature of each stands with its record."
        aside={<More page={reviews} href={`/wallets/${wallet}/reviews`} />}
      >
        <SignedList items={reviews.items} />
      </Part>
      <Part
        of={receipts.items}
        id="receipts"
        title="Receipts of its work"
        note="What is proven for good. Your browser can check every hash and signature of all of them."
        aside={<More page={receipts} href={`/receipts?contributor=${wallet}`} />}
      >
        <ReceiptLines receipts={receipts.items} />
        <CheckAll wallet={wallet} trusted={trusted} />
      </Part>
      <Part
        of={contributedMissions.items}
        id="contributed"
        title="Missions as contributor"
        aside={<More page={contributedMissions} href={`/missions?contributed=${wallet}`} />}
      >
        <Missions missions={contributedMissions.items} />
      </Part>
      <Part
        of={ownMissions.items}
        id="missions"
        title="Missions as owner"
        aside={<More page={ownMissions} href={`/missions?owner=${wallet}`} />}
      >
        <Missions missions={ownMissions.items} />
      </Part>
      <Part
        of={ownChallenges.items}
        id="challenges"
        title="Challenges as owner"
        aside={<More page={ownChallenges} href={`/challenges?owner=${wallet}`} />}
      >
        <ul className="border-t border-rule">
          {ownChallenges.items.map((challenge) => (
            <ChallengeEntry key={challenge.id} challenge={challenge} level="h3" />
          ))}
        </ul>
      </Part>
    </article>
  )
}

/** @param of the shown items; the section is left out if there are none. */
const Part = ({ of, ...section }: { of: readonly unknown[] } & ComponentProps<typeof Section>) =>
  of.length > 0 ? <Section {...section} /> : null

const NothingYet = () => (
  <div className="mt-14">
    <Empty title="Nothing on record yet">
      Here will stand what this wallet publishes, takes on, proves and reviews, and its Seeds: they are credited for a
      verified milestone, a completed mission, and a challenge whose decision was verified.
    </Empty>
  </div>
)

function More({ page, href }: { page: Page<unknown>; href: string }) {
  return page.more ? <TextLink href={href}>All of them</TextLink> : null
}

const Missions = ({ missions }: { missions: readonly MissionView[] }) => (
  <ul className="border-t border-rule">
    {missions.map((mission) => (
      <MissionEntry key={mission.id} mission={mission} level="h3" />
    ))}
  </ul>
)
