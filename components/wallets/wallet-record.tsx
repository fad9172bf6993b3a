import { ChallengeEntry } from '@/components/challenges/challenge-entry'
import { MissionEntry } from '@/components/missions/mission-entry'
import { MuseLinkList } from '@/components/muse/muse-link-entry'
import { CheckAll } from '@/components/receipts/check-all'
import { ReceiptLines } from '@/components/receipts/receipt-lines'
import { SignedList } from '@/components/review/signed-list'
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
  /** Newest first, ended ones included. */
  readonly museLinks: readonly MuseLinkView[]
  readonly ownChallenges: Page<ChallengeView>
  readonly ownMissions: Page<MissionView>
  readonly contributedMissions: Page<MissionView>
  readonly reviews: Page<SignedItem>
  /** Of its work. */
  readonly receipts: Page<ReceiptSummary>
  /** The keys that sign receipts. */
  readonly trusted: readonly KeyPeriod[]
}

export function WalletRecord(facts: WalletFacts) {
  const { seeds, roles, museLinks, ownChallenges, ownMissions, contributedMissions, reviews, receipts, trusted } = facts
  const { wallet } = seeds
  return (
    <article>
      <WalletHead seeds={seeds} roles={roles} />
      <Section
        id="ledger"
        title="Ledger"
        note="Entries are never changed. A correction is a new entry that takes an old one back."
        aside={seeds.nextCursor ? <TextLink href={`/wallets/${wallet}/ledger`}>The whole ledger</TextLink> : null}
      >
        {seeds.entries.length > 0 ? (
          <>
            <SeedsOverTime seeds={seeds} />
            <SeedsLedger entries={seeds.entries} sum={seeds.nextCursor ? undefined : seeds.balance} />
          </>
        ) : (
          <p className="max-w-prose text-ink-soft">
            No Seeds yet. They are credited for a verified milestone, a completed mission, and a challenge whose
            decision was verified.
          </p>
        )}
      </Section>
      <Section
        id="muse"
        title="Linked Muse"
        note="The agent that speaks for this wallet on the community platform, by its own proof. Every link stays on record."
        aside={<TextLink href="/muse">How to link one</TextLink>}
      >
        {museLinks.length > 0 ? (
          <MuseLinkList links={museLinks} />
        ) : (
          <p className="text-ink-soft">No Muse was ever linked to this wallet.</p>
        )}
      </Section>
      {roles.isVerifier || reviews.items.length > 0 ? (
        <Section
          id="reviews"
          title="Reviewed by signature"
          note="Decisions, proofs and missions that this wallet judged. The signature of each stands with its record."
          aside={<More page={reviews} href={`/wallets/${wallet}/reviews`} />}
        >
          {reviews.items.length > 0 ? (
            <SignedList items={reviews.items} />
          ) : (
            <p className="text-ink-soft">Nothing yet.</p>
          )}
        </Section>
      ) : null}
      {receipts.items.length > 0 ? (
        <Section
          id="receipts"
          title="Receipts of its work"
          note="What is proven for good. Your browser can check every hash and signature of all of them."
          aside={<More page={receipts} href={`/receipts?contributor=${wallet}`} />}
        >
          <ReceiptLines receipts={receipts.items} />
          <CheckAll wallet={wallet} trusted={trusted} />
        </Section>
      ) : null}
      <Section
        id="contributed"
        title="Missions as contributor"
        aside={<More page={contributedMissions} href={`/missions?contributor=${wallet}`} />}
      >
        <Missions page={contributedMissions} none="None yet." />
      </Section>
      <Section
        id="missions"
        title="Missions as owner"
        aside={<More page={ownMissions} href={`/missions?owner=${wallet}`} />}
      >
        <Missions page={ownMissions} none="None yet." />
      </Section>
      <Section
        id="challenges"
        title="Challenges as owner"
        aside={<More page={ownChallenges} href={`/challenges?owner=${wallet}`} />}
      >
        {ownChallenges.items.length > 0 ? (
          <ul className="border-t border-rule">
            {ownChallenges.items.map((challenge) => (
              <ChallengeEntry key={challenge.id} challenge={challenge} level="h3" />
            ))}
          </ul>
        ) : (
          <p className="text-ink-soft">None yet.</p>
        )}
      </Section>
    </article>
  )
}

function More({ page, href }: { page: Page<unknown>; href: string }) {
  return page.more ? <TextLink href={href}>All of them</TextLink> : null
}

function Missions({ page, none }: { page: Page<MissionView>; none: string }) {
  if (page.items.length === 0) return <p className="text-ink-soft">{none}</p>
  return (
    <ul className="border-t border-rule">
      {page.items.map((mission) => (
        <MissionEntry key={mission.id} mission={mission} level="h3" />
      ))}
    </ul>
  )
}
