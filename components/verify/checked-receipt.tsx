import { fileWords } from '@/components/evidence/file-facts'
import { ExternalLink } from '@/components/ui/external-link'
import { Fact, Facts } from '@/components/ui/facts'
import { LabelBadge } from '@/components/ui/label-badge'
import { Name, Prose } from '@/components/ui/prose'
import { Hash, RawText } from '@/components/ui/raw'
import { ScrollArea } from '@/components/ui/scroll-area'
import { TextLink } from '@/components/ui/text-link'
import { Day, Moment } from '@/components/ui/times'
import type { Checked } from '@/components/verify/checker'
import { FindingList, VerdictLine } from '@/components/verify/findings'
import { chainName } from '@/lib/chain/labels'
import { milestoneLabel, OUTCOME_LABELS, PROOF_STATUS_LABELS, VERDICT_LABELS } from '@/lib/missions/labels'
import type { Byline } from '@/lib/receipts/recorder'
import type { ReceiptView } from '@/lib/receipts/schemas'
import { bylineOfReceipt } from '@/lib/verify/byline'

/**
 * @param areKeysKnown whether it was checked against the service's keys.
 * @param onShown is given the line of the verdict.
 */
export function CheckedReceipt({
  checked: { file, findings },
  name,
  areKeysKnown = true,
  onShown,
}: {
  checked: Checked
  name: string
  areKeysKnown?: boolean
  onShown?: (line: HTMLElement | null) => void
}) {
  return (
    <article aria-label="Result">
      <p className="caption mb-2">{name}</p>
      <VerdictLine findings={findings} areKeysKnown={areKeysKnown} onShown={onShown} />
      <div className="mt-6">
        <FindingList findings={findings} explained />
      </div>
      <div className="mt-12 grid gap-x-12 gap-y-10 lg:grid-cols-2">
        <section aria-labelledby="decoded" className="min-w-0">
          <h2 id="decoded" className="mb-4 text-2xl">
            What it says
          </h2>
          <ReceiptFacts receipt={file.receipt} byline={bylineOfReceipt(file.receipt, file.history?.mission)} />
        </section>
        <section aria-labelledby="raw" className="min-w-0 self-start lg:sticky lg:top-4">
          <h2 id="raw" className="mb-4 text-2xl">
            As it is written
          </h2>
          <ScrollArea label="The receipt as it is written" tall>
            <RawText name="receipt" text={JSON.stringify(file.receipt, null, 2)} />
          </ScrollArea>
        </section>
      </div>
    </article>
  )
}

/** The facts of a receipt from a file. Nothing here sends a request until the reader clicks a link. */
function ReceiptFacts({ receipt, byline }: { receipt: ReceiptView; byline: Byline }) {
  const { terms, discussion, decisionVerification } = receipt
  const chosen = discussion.chosenSide ? discussion.submissions?.[discussion.chosenSide] : null
  return (
    <Facts>
      <Fact name="Mission">
        <span className="font-display text-xl">
          <Name text={terms.title} />
        </span>
      </Fact>
      <Fact name="Outcome">
        <LabelBadge label={OUTCOME_LABELS[receipt.outcome]} /> {/* A file may say anything, the 99th of a month too. */}
        {Number.isNaN(Date.parse(receipt.issuedAt)) ? receipt.issuedAt : <Moment at={receipt.issuedAt} />}
        <Prose text={receipt.statement} className="mt-1" />
        <span className="block text-sm text-ink-soft">
          {byline.words}
          {byline.wallet ? (
            <>
              : <Address of={byline.wallet} />
            </>
          ) : (
            '.'
          )}
        </span>
      </Fact>
      <Fact name="Owner">
        <Address of={terms.owner} />
      </Fact>
      <Fact name="Contributor">
        {terms.contributorWallet ? <Address of={terms.contributorWallet} /> : 'Nobody, at the end'}
      </Fact>
      <Fact name="Deadline">
        <Day day={terms.deadline} />, midnight UTC
      </Fact>
      <Fact name="Milestones">
        <ul className="space-y-1.5">
          {terms.milestones.map((milestone) => (
            <li key={milestone.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              {milestone.position}. <Name text={milestone.title} />{' '}
              <LabelBadge label={milestoneLabel(milestone, true)} />
            </li>
          ))}
        </ul>
      </Fact>
      {discussion.decisionUrl && decisionVerification ? (
        <Fact name="Decision of the community">
          {chosen ? (
            <>
              Side {chosen.side}: <Name text={chosen.label} />.{' '}
            </>
          ) : null}
          <ExternalLink href={discussion.decisionUrl} />
          <span className="block text-sm text-ink-soft">
            {VERDICT_LABELS[decisionVerification.verdict].word} by <Address of={decisionVerification.verifier} />
          </span>
        </Fact>
      ) : null}
      <Fact name="Evidence and verdicts">
        <EvidenceList receipt={receipt} />
      </Fact>
      <Fact name="Seeds credited">{receipt.seeds.reduce((sum, { amount }) => sum + amount, 0)}</Fact>
      <Fact name="Payments recorded beside it (not signed)">
        {receipt.payments.length === 0 ? 'None' : null}
        <ul>
          {receipt.payments.map((payment) => (
            <li key={payment.id}>
              {chainName(payment.chainId)}: <Hash value={payment.txHash} />
            </li>
          ))}
        </ul>
      </Fact>
      <Fact name="Content hash">
        <Hash value={receipt.contentHash} whole />
      </Fact>
      <Fact name="On this site">
        <TextLink href={`/receipts/${receipt.id}`}>The receipt of this number, if it was issued here</TextLink>
      </Fact>
    </Facts>
  )
}

function EvidenceList({ receipt }: { receipt: ReceiptView }) {
  if (receipt.evidence.length === 0) return 'No proof stands in this receipt.'
  return (
    <ul className="space-y-4">
      {receipt.evidence.map((proof) => (
        <li key={proof.proofId}>
          <ExternalLink href={proof.url} /> <LabelBadge label={PROOF_STATUS_LABELS[proof.status]} />
          {proof.files.map((file) => (
            <span key={file.id} className="block text-sm text-ink-soft">
              {fileWords(file)}: <Hash value={file.sha256} />
            </span>
          ))}
          {receipt.verifierDecisions
            .filter(({ proofId }) => proofId === proof.proofId)
            .map((decision) => (
              <div key={decision.signature} className="text-sm text-ink-soft">
                {VERDICT_LABELS[decision.verdict].word} by <Address of={decision.verifier} />:
                <Prose text={decision.reason} />
              </div>
            ))}
        </li>
      ))}
    </ul>
  )
}

function Address({ of }: { of: string }) {
  return <span className="mono break-all">{of}</span>
}
