import { Part, PartList } from '@/components/projects/part-list'
import { ExternalLink } from '@/components/ui/external-link'
import { LabelBadge } from '@/components/ui/label-badge'
import { Prose } from '@/components/ui/prose'
import { Section } from '@/components/ui/section'
import { COMMITMENT_KIND_LABELS } from '@/lib/projects/labels'
import type { CommitmentView } from '@/lib/projects/schemas'

/** What people pledged. */
export function Commitments({ commitments }: { commitments: readonly CommitmentView[] }) {
  return (
    <Section
      id="commitments"
      title="Commitments"
      note="Work, funds or resources that somebody pledged. A commitment is a word: nothing is held, sent or released."
    >
      <PartList
        parts={commitments}
        none="Nobody has pledged anything yet. Anybody with a wallet may, above."
        part={({ id, kind, description, amount, currency, url, committedBy, committedAt }, index) => (
          <Part
            key={id}
            type="commitment"
            id={id}
            about={`commitment ${index + 1}`}
            by={{ word: 'Pledged by', wallet: committedBy, at: committedAt }}
          >
            <p className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
              <LabelBadge label={COMMITMENT_KIND_LABELS[kind]} />
              {amount || currency ? (
                <span className="font-display text-xl [overflow-wrap:anywhere]">
                  {[amount, currency].filter(Boolean).join(' ')}
                </span>
              ) : null}
            </p>
            <Prose text={description} className="mt-2" />
            {url ? (
              <p className="mt-1">
                <ExternalLink href={url} />
              </p>
            ) : null}
          </Part>
        )}
      />
    </Section>
  )
}
