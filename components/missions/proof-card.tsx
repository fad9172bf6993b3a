import { FilesOfProof } from '@/components/evidence/file-facts'
import { AutomaticCheck } from '@/components/missions/automatic-check'
import { ReportLink } from '@/components/moderation/report-link'
import { PartPage } from '@/components/record/part-page'
import { SignedWords } from '@/components/record/signed-words'
import { ExternalLink } from '@/components/ui/external-link'
import { LabelBadge } from '@/components/ui/label-badge'
import { Name, Prose } from '@/components/ui/prose'
import { Moment } from '@/components/ui/times'
import { WalletAddress } from '@/components/ui/wallet-address'
import { codeHostReference, PROOF_KIND_LABELS, PROOF_STATUS_LABELS, VERDICT_LABELS } from '@/lib/missions/labels'
import { type ProofPage as Found, PROOFS_SHOWN } from '@/lib/missions/queries'
import type { ProofView } from '@/lib/missions/schemas'
import { judgedBy } from '@/lib/verify/contents'

/**
 * One attempt at proving a milestone, with the signed reviews under it.
 * @param heading one level below the milestone's heading. @param page the path of the mission's page, when this is shown on another page.
 */
export function ProofCard({
  proof,
  attempt,
  heading: Heading,
  page,
}: {
  proof: ProofView
  attempt: number
  heading: 'h3' | 'h4'
  page?: string | undefined
}) {
  const reference = proof.kind === 'CodeHost' ? codeHostReference(proof.url) : null
  return (
    <article id={`proof-${proof.id}`} className="border border-rule-strong bg-leaf px-5 py-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-2">
        <Heading className="caption">
          Proof {attempt}: {PROOF_KIND_LABELS[proof.kind]}
          {reference ? `, ${reference}` : ''}
        </Heading>
        <LabelBadge label={PROOF_STATUS_LABELS[proof.status]} />
      </div>
      <HandedIn proof={proof} />
      <FilesOfProof files={proof.files} page={page} />
      {proof.reviews.length > 0 ? (
        <div className="mt-5 space-y-5">
          {proof.reviews.map((review) => (
            <SignedWords
              key={review.signature}
              label={VERDICT_LABELS[review.verdict]}
              words={review.reason}
              signed={review}
              content={judgedBy(review, { ...proof, proofId: proof.id })}
            />
          ))}
        </div>
      ) : null}
      <ReportLink type="proof" id={proof.id} about={`proof ${attempt}`} />
    </article>
  )
}

type HandedInProof = Omit<ProofView, 'id' | 'missionId' | 'reviews' | 'files' | 'fileSums' | 'late'> & {
  /** Absent in receipts that were issued before this was recorded. */
  readonly late?: boolean
}

/** The contributor's proof; a receipt repeats it. */
export function HandedIn({ proof }: { proof: HandedInProof }) {
  return (
    <>
      <p className="mt-2">
        <ExternalLink href={proof.url} />
      </p>
      <Prose text={proof.note} className="mt-2" />
      <p className="mt-2 text-sm text-ink-soft">
        Submitted by <WalletAddress address={proof.submittedBy} as="contributor" /> on <Moment at={proof.submittedAt} />
        {proof.late ? ', after the deadline' : null}
      </p>
      {proof.txHash ? <AutomaticCheck check={proof.check} /> : null}
    </>
  )
}

/** One page of a mission's proofs, in order of submission, with any status. */
export function ProofPage({
  found: { title, count, milestones, proofs },
  path,
  page,
}: {
  found: Found
  path: string
  page: number
}) {
  const first = (page - 1) * PROOFS_SHOWN + 1
  const nameOf = (id: string) => milestones.find((milestone) => milestone.id === id)?.title ?? ''
  return (
    <PartPage
      record={{ path, title }}
      caption="Proofs"
      lead={`Proofs ${first} to ${first + proofs.length - 1} of ${count}, oldest first.`}
      folder="proof"
      page={page}
      pages={Math.ceil(count / PROOFS_SHOWN)}
    >
      <ol className="space-y-8">
        {proofs.map((proof) => (
          <li key={proof.id}>
            <h2 className="mb-2 text-xl [overflow-wrap:anywhere]">
              <Name text={nameOf(proof.milestoneId)} />
            </h2>
            <ProofCard proof={proof} attempt={proof.attempt} heading="h3" page={path} />
          </li>
        ))}
      </ol>
    </PartPage>
  )
}
