import { Icon } from '@/components/ui/icon'
import { Quoted } from '@/components/ui/prose'
import { Hash } from '@/components/ui/raw'
import { Section } from '@/components/ui/section'
import { TextLink } from '@/components/ui/text-link'
import { Moment } from '@/components/ui/times'
import { WalletAddress } from '@/components/ui/wallet-address'
import { SEED_KIND_LABELS } from '@/lib/missions/labels'
import type { LedgerEntryView, SeedEntryView } from '@/lib/seeds/schemas'

/** Only a reversal has a reason, and a receipt has no reversals. */
type Entry = SeedEntryView & Partial<Pick<LedgerEntryView, 'reason'>>

/** A signed number with a true minus sign. */
const signed = (amount: number) => (amount < 0 ? `−${-amount}` : `+${amount}`)

/** Entries of the ledger of Seeds. A reversal links to the entry that it takes back, if that is among them. */
export function SeedsLedger({
  entries,
  sum,
  showWallet = false,
}: {
  entries: readonly Entry[]
  /** The sum of the entries, if all of them are shown. */
  sum?: number
  showWallet?: boolean
}) {
  return (
    <table className="w-full border-collapse">
      <thead>
        <tr className="border-b border-rule-strong text-left">
          <th scope="col" className="caption py-2 pr-4 font-normal">
            Entry
          </th>
          <th scope="col" className="caption hidden py-2 pr-4 font-normal sm:table-cell">
            When
          </th>
          <th scope="col" className="caption hidden py-2 pr-4 font-normal md:table-cell">
            Evidence hash
          </th>
          <th scope="col" className="caption py-2 text-right font-normal">
            Seeds
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id} id={`entry-${entry.id}`} className="border-b border-rule align-top target:bg-green-wash">
            <td className="py-3 pr-4">
              <EntryWords
                entry={entry}
                showWallet={showWallet}
                isOnPage={(id) => entries.some((other) => other.id === id)}
              />
              <span className="mt-0.5 block text-sm text-ink-soft sm:hidden">
                <Moment at={entry.createdAt} />
              </span>
            </td>
            <td className="hidden py-3 pr-4 text-sm text-ink-soft sm:table-cell">
              <Moment at={entry.createdAt} />
            </td>
            <td className="hidden py-3 pr-4 text-sm text-ink-soft md:table-cell">
              <Hash value={entry.evidenceHash} />
            </td>
            <td
              className={`py-3 text-right text-lg font-semibold tabular-nums ${entry.amount < 0 ? 'text-madder' : 'text-green'}`}
            >
              {signed(entry.amount)}
            </td>
          </tr>
        ))}
      </tbody>
      {sum === undefined ? null : (
        <tfoot>
          <tr className="border-t-2 border-ink">
            <th scope="row" className="py-3 text-left font-semibold">
              Sum
            </th>
            <td className="hidden sm:table-cell" />
            <td className="hidden md:table-cell" />
            <td className="py-3 text-right text-lg font-semibold tabular-nums">{sum}</td>
          </tr>
        </tfoot>
      )}
    </table>
  )
}

function EntryWords({
  entry,
  showWallet,
  isOnPage,
}: {
  entry: Entry
  showWallet: boolean
  isOnPage: (id: Entry['id']) => boolean
}) {
  const { reversesId } = entry
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2">
        {reversesId ? <Icon name="reversal" className="size-4 text-madder" /> : null}
        <strong>{SEED_KIND_LABELS[entry.kind]}</strong>
        <span className="text-sm text-ink-soft">no. {entry.id}</span>
      </span>
      <span className="flex flex-wrap gap-x-3 text-sm leading-7 text-ink-soft">
        {showWallet ? (
          <span>
            to <WalletAddress address={entry.wallet} />
          </span>
        ) : null}
        {reversesId ? <TakenBack id={reversesId} isOnPage={isOnPage(reversesId)} /> : null}
        {showWallet ? null : <EntrySource entry={entry} />}
      </span>
      {entry.reason ? (
        <span className="block text-sm">
          A moderator hid the record: <Quoted text={entry.reason} />
        </span>
      ) : null}
    </>
  )
}

/** The entry that a reversal takes back. It is older, so that it may stand on a later page of the ledger. */
function TakenBack({ id, isOnPage }: { id: number; isOnPage: boolean }) {
  const words = `takes back no. ${id}`
  if (!isOnPage) return <span>{words}</span>
  return (
    <a href={`#entry-${id}`} className="link">
      {words}
    </a>
  )
}

function EntrySource({ entry }: { entry: Entry }) {
  return (
    <>
      {entry.proofId && entry.missionId ? (
        <TextLink href={`/missions/${entry.missionId}#proof-${entry.proofId}`}>proof and review</TextLink>
      ) : null}
      {entry.missionId ? <TextLink href={`/missions/${entry.missionId}`}>mission</TextLink> : null}
      {entry.challengeId ? <TextLink href={`/challenges/${entry.challengeId}`}>challenge</TextLink> : null}
      {/* A plain link to a rate-limited API response, not to a page: nothing may prefetch it. */}
      <a href={`/api/v1/seeds/${entry.id}/onchain`} className="link">
        as an attestation
      </a>
    </>
  )
}

/** The Seeds that a mission, and the decision that it came from, credited, if any. */
export function CreditedSeeds({ entries }: { entries: readonly Entry[] }) {
  if (entries.length === 0) return null
  const sources = entries.some(({ challengeId }) => challengeId) ? 'this mission and its challenge' : 'this mission'
  return (
    <Section id="seeds" title="Seeds" note={`What ${sources} credited. A rejected proof earns none.`}>
      <SeedsLedger entries={entries} showWallet sum={entries.reduce((sum, { amount }) => sum + amount, 0)} />
    </Section>
  )
}
