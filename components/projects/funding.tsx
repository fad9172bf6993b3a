import { AutomaticCheck } from '@/components/missions/automatic-check'
import { CheckAgain } from '@/components/projects/check-again'
import { Part, PartList } from '@/components/projects/part-list'
import { ExternalLink } from '@/components/ui/external-link'
import { Prose } from '@/components/ui/prose'
import { Section } from '@/components/ui/section'
import type { FundingView } from '@/lib/projects/schemas'

/** The transactions that are said to fund a project, each with what a machine read of it. */
export function Funding({ projectId, funding }: { projectId: string; funding: readonly FundingView[] }) {
  return (
    <Section
      id="funding"
      title="Funding"
      note="Transactions that are said to fund the project: recorded, not held. The amount is as its recorder says; the automatic check tells what moved."
    >
      <PartList
        parts={funding}
        none="No transaction is recorded. Anybody with a wallet may name one, above."
        part={({ id, transactionUrl, amount, currency, note, recordedBy, recordedAt, check }, index) => (
          <Part
            key={id}
            type="funding"
            id={id}
            about={`funding record ${index + 1}`}
            by={{ word: 'Recorded by', wallet: recordedBy, at: recordedAt }}
            after={
              <>
                <AutomaticCheck check={check} />
                <CheckAgain projectId={projectId} recordType="funding" recordId={id} check={check} />
              </>
            }
          >
            <p className="font-display text-xl [overflow-wrap:anywhere]">
              {[amount, currency].filter(Boolean).join(' ') || 'No amount named'}
            </p>
            <p className="mt-1">
              <ExternalLink href={transactionUrl} />
            </p>
            {note ? <Prose text={note} className="mt-1" /> : null}
          </Part>
        )}
      />
    </Section>
  )
}
