import { AutomaticCheck } from '@/components/missions/automatic-check'
import { Bounty, MissionTerms } from '@/components/missions/mission-terms'
import { DecisionVerification, Discussion } from '@/components/receipts/receipt-discussion'
import { ReceiptEvidence } from '@/components/receipts/receipt-evidence'
import { ReceiptSeal, Seal } from '@/components/receipts/receipt-seal'
import { TakeAway } from '@/components/receipts/take-away'
import { Fact, Facts } from '@/components/ui/facts'
import { LabelBadge } from '@/components/ui/label-badge'
import { Name, Prose } from '@/components/ui/prose'
import { Raw, RawText } from '@/components/ui/raw'
import { Section } from '@/components/ui/section'
import { TextLink } from '@/components/ui/text-link'
import { Day, Moment } from '@/components/ui/times'
import { WalletAddress } from '@/components/ui/wallet-address'
import { ReceiptChecks } from '@/components/verify/receipt-checks'
import { SeedsLedger } from '@/components/wallets/seeds-ledger'
import { paidWords, paymentsWords } from '@/lib/chain/labels'
import type { Growth } from '@/lib/history/growth'
import { milestoneLabel, milestonesWords, OUTCOME_LABELS } from '@/lib/missions/labels'
import type { Byline } from '@/lib/receipts/recorder'
import type { ReceiptView } from '@/lib/receipts/schemas'
import type { KeyPeriod } from '@/lib/verify/key-period'

/**
 * A receipt: one section for each separate fact, with the raw data beside it.
 * @param trusted the keys of the service. @param origin of the site. @param byline says whose words the statement is.
 * @param growth of the mission.
 */
export function ReceiptRecord({
  receipt,
  trusted,
  origin,
  byline,
  growth,
}: {
  receipt: ReceiptView
  trusted: readonly KeyPeriod[]
  origin: string
  byline: Byline
  growth: Growth
}) {
  return (
    <article className="print:[zoom:0.6]">
      <ReceiptHead receipt={receipt} byline={byline} growth={growth} />
      <ReceiptSum receipt={receipt} />
      <ReceiptChecks id={receipt.id} contentHash={receipt.contentHash} trusted={trusted} />
      <Terms receipt={receipt} />
      {/* Printed, a receipt is one page. These sections are in the file and on the site only. */}
      <div className="print:hidden">
        <Discussion receipt={receipt} />
        <DecisionVerification receipt={receipt} />
        <ReceiptEvidence receipt={receipt} />
        <Seeds receipt={receipt} />
      </div>
      <ReceiptSeal receipt={receipt} />
      <div className="print:hidden">
        <Payments receipt={receipt} />
      </div>
      <TakeAway receipt={receipt} origin={origin} />
    </article>
  )
}

function ReceiptHead({ receipt, byline, growth }: { receipt: ReceiptView; byline: Byline; growth: Growth }) {
  return (
    <header className="oxford-rule grid gap-x-10 gap-y-6 pt-6 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <p className="caption">Receipt</p>
        <h1 className="mt-2 text-3xl [overflow-wrap:anywhere] sm:text-4xl">
          <Name text={receipt.terms.title} />
        </h1>
        <p className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2">
          <LabelBadge label={OUTCOME_LABELS[receipt.outcome]} size="large" />
          <span className="text-ink-soft">
            issued <Moment at={receipt.issuedAt} />
          </span>
        </p>
        <Prose text={receipt.statement} className="mt-5 font-display text-xl" />
        <p className="mt-2 text-sm text-ink-soft">
          {byline.words}
          {byline.wallet ? (
            <>
              , <WalletAddress address={byline.wallet} />
            </>
          ) : null}
        </p>
        <p className="mt-5 flex flex-wrap gap-x-6 gap-y-2 print:hidden">
          <TextLink href={`/missions/${receipt.missionId}`}>The mission</TextLink>
          <a href="#take-away" className="link">
            File, link, badge, paper
          </a>
        </p>
      </div>
      <Seal growth={growth} className="size-32 text-green sm:size-44" />
    </header>
  )
}

function Terms({ receipt }: { receipt: ReceiptView }) {
  const { terms } = receipt
  return (
    <Section id="terms" title="Terms" note="As they stood when the outcome was recorded.">
      <div className="grid gap-x-12 gap-y-8 lg:with-aside print:hidden">
        <MissionTerms terms={terms} />
        <Facts>
          <Fact name="Deadline">
            <Day day={terms.deadline} />, midnight UTC
          </Fact>
          <Fact name="Owner">
            <WalletAddress address={terms.owner} />
          </Fact>
          <Fact name="Contributor">
            {terms.contributorWallet ? <WalletAddress address={terms.contributorWallet} /> : 'Nobody, at the end'}
          </Fact>
          {terms.bounty ? (
            <Fact name="Bounty">
              <Bounty bounty={terms.bounty} />
            </Fact>
          ) : null}
        </Facts>
      </div>
      <h3 className="caption mt-8 font-normal">Milestones</h3>
      <ol className="mt-2 border-t border-rule">
        {terms.milestones.map((milestone) => (
          <li
            key={milestone.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-rule py-2.5"
          >
            <span className="min-w-0 [overflow-wrap:anywhere]">
              {milestone.position}. <Name text={milestone.title} />{' '}
              <span className="text-sm text-ink-soft">({milestone.required ? 'required' : 'optional'})</span>
            </span>
            <LabelBadge label={milestoneLabel(milestone, true)} />
          </li>
        ))}
      </ol>
      <Raw summary="Terms as recorded">
        <RawText name="terms" text={JSON.stringify(terms, null, 2)} />
      </Raw>
    </Section>
  )
}

function Seeds({ receipt }: { receipt: ReceiptView }) {
  return (
    <Section
      id="seeds"
      title="Seeds"
      note="As credited until the receipt was issued. Later reversals stand in the wallet’s ledger."
    >
      {receipt.seeds.length > 0 ? (
        <SeedsLedger
          entries={receipt.seeds}
          showWallet
          sum={receipt.seeds.reduce((sum, entry) => sum + entry.amount, 0)}
        />
      ) : (
        <p className="text-ink-soft">None were credited.</p>
      )}
    </Section>
  )
}

function Payments({ receipt }: { receipt: ReceiptView }) {
  return (
    <Section
      id="payments"
      title="Payments"
      note="Recorded later and beside the receipt, so they never change its hash. Each is recorded by the owner or the sponsor; the service holds nothing and vouches for none."
    >
      {receipt.payments.length > 0 ? (
        <ul className="space-y-4">
          {receipt.payments.map((payment) => (
            <li key={payment.id} className="border border-rule-strong bg-leaf px-5 pt-4 pb-4">
              <p>
                Recorded by <WalletAddress address={payment.recordedBy} /> on <Moment at={payment.recordedAt} />
              </p>
              <AutomaticCheck check={payment.check} also={paidWords(payment.check)} />
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-ink-soft">None recorded.</p>
      )}
    </Section>
  )
}

/** The Seeds that a receipt tells of, by whom they were credited to: they are no payment, and some are the owner's. */
function SeedsSum({ receipt: { terms, seeds } }: { receipt: ReceiptView }) {
  const sums = new Map<string, number>()
  for (const { wallet, amount } of seeds) sums.set(wallet, (sums.get(wallet) ?? 0) + amount)
  const roles: Readonly<Record<string, string>> = {
    [terms.owner]: 'the owner',
    ...(terms.contributorWallet ? { [terms.contributorWallet]: 'the contributor' } : {}),
  }
  const credited = [...sums].filter(([, sum]) => sum !== 0)
  if (credited.length === 0) return 'None'
  return (
    <ul>
      {credited.map(([wallet, sum]) => (
        <li key={wallet}>
          {sum} to {roles[wallet] ?? <WalletAddress address={wallet} />}
        </li>
      ))}
    </ul>
  )
}

/** A receipt in brief: by whom, for whom, who verified it, what was paid, and apart from that the Seeds. */
function ReceiptSum({ receipt }: { receipt: ReceiptView }) {
  const { terms, verifierDecisions, payments } = receipt
  const verifiers = [
    ...new Set(verifierDecisions.flatMap(({ verdict, verifier }) => (verdict === 'approve' ? [verifier] : []))),
  ]
  return (
    <dl className="mt-8 grid grid-cols-2 gap-x-8 gap-y-5 sm:grid-cols-3 lg:grid-cols-5">
      <Fact name="Work by">
        {terms.contributorWallet ? <WalletAddress address={terms.contributorWallet} /> : 'Nobody, at the end'}
      </Fact>
      <Fact name="For">
        <WalletAddress address={terms.owner} />
      </Fact>
      <Fact name="Verified by">
        {verifiers.length > 0 ? (
          <ul>
            {verifiers.map((wallet) => (
              <li key={wallet}>
                <WalletAddress address={wallet} />
              </li>
            ))}
          </ul>
        ) : (
          'Nobody'
        )}
        <span className="block text-sm text-ink-soft">{milestonesWords(terms.milestones)}</span>
      </Fact>
      <Fact name="Paid">{paymentsWords(payments.map(({ check }) => check))}</Fact>
      <Fact name="Seeds">
        <SeedsSum receipt={receipt} />
      </Fact>
    </dl>
  )
}
