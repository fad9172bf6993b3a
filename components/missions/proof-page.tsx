import { ProofCard } from '@/components/missions/proof-card'
import { PartPage } from '@/components/record/part-page'
import type { ProofPage as Found } from '@/lib/missions/queries'
import { PROOFS_SHOWN } from '@/lib/missions/queries'

/** A part of a mission's proofs, in the order they came, whatever became of them. */
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
            <h2 className="mb-2 text-xl [overflow-wrap:anywhere]">{nameOf(proof.milestoneId)}</h2>
            <ProofCard proof={proof} attempt={proof.attempt} heading="h3" />
          </li>
        ))}
      </ol>
    </PartPage>
  )
}
