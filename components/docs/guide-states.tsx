import { Fragment } from 'react'
import { DocsTable } from '@/components/docs/field-table'
import { StateDiagram } from '@/components/docs/state-diagram'
import { LabelBadge } from '@/components/ui/label-badge'
import { Section } from '@/components/ui/section'
import { CHALLENGE_STATE_LABELS } from '@/lib/challenges/labels'
import { challengeMachine } from '@/lib/challenges/states'
import { OUTBOX_STATE_LABELS, PROPOSAL_LABELS } from '@/lib/community/labels'
import { OUTBOX_STATES, outboxMachine, proposalMachine } from '@/lib/community/states'
import type { Label, StateLabel } from '@/lib/machine/labels'
import type { Row } from '@/lib/machine/machine'
import { MISSION_STATE_LABELS, PROOF_STATUS_LABELS } from '@/lib/missions/labels'
import { missionMachine, REVIEW_EFFECTS } from '@/lib/missions/states'

interface Machine {
  readonly id: string
  readonly title: string
  readonly note: string
  readonly rows: readonly Row<string, string, string>[]
  /** The rows of the diagram, if it would be unreadable with all rows. */
  readonly drawn?: Machine['rows']
  readonly labels: Readonly<Record<string, Label>>
  /** Shown instead of a diagram, if too many transitions cross. */
  readonly meanings?: readonly StateLabel[]
}

/** A proof follows the reviews of its mission, so it has the same triggers. */
const proofRows: Machine['rows'] = [
  { from: null, on: 'submit-proof', to: 'submitted', by: 'contributor' },
  ...Object.values(REVIEW_EFFECTS).map(({ status, trigger }) => ({
    from: 'submitted',
    on: trigger,
    to: status,
    by: 'verifier',
  })),
]

const MACHINES: readonly Machine[] = [
  {
    id: 'challenge',
    title: 'Challenge',
    note: 'Deadlines move it by themselves: every read persists a deadline that has passed, and so does a schedule.',
    rows: challengeMachine.rows,
    labels: CHALLENGE_STATE_LABELS,
  },
  {
    id: 'mission',
    title: 'Mission',
    note: 'The owner ends it with an outcome; each outcome issues a receipt. What a moderator moves by hiding or restoring a proof, and from where it can expire, stands in the table alone.',
    rows: missionMachine.rows,
    drawn: missionMachine.rows.filter(({ aside }) => !aside),
    labels: MISSION_STATE_LABELS,
  },
  {
    id: 'proof',
    title: 'Proof',
    note: 'A milestone keeps every attempt. A proof is never described as verified before a verifier has signed.',
    rows: proofRows,
    labels: PROOF_STATUS_LABELS,
  },
  {
    id: 'proposal',
    title: 'Proposal',
    note: 'A reply of the linked thread, imported once. An accepted one becomes a side’s response link for good.',
    rows: proposalMachine.rows,
    labels: PROPOSAL_LABELS,
  },
  {
    id: 'post',
    title: 'Post of the service',
    note: 'It leaves only by a moderator’s approval of the exact payload. One whose answer was lost is never sent again by itself.',
    rows: outboxMachine.rows,
    labels: OUTBOX_STATE_LABELS,
    meanings: OUTBOX_STATES.map((state) => OUTBOX_STATE_LABELS[state]),
  },
]

export const STATES_ANCHORS = MACHINES.map(({ id, title }) => ({ id, title }))

/** The name of a state, which may wrap after an underscore. */
function StateName({ name }: { name: string }) {
  const [first, ...rest] = name.split('_')
  return (
    <code className="mono">
      {first}
      {rest.map((word) => (
        <Fragment key={word}>
          _<wbr />
          {word}
        </Fragment>
      ))}
    </code>
  )
}

function StateMeanings({ meanings }: { meanings: readonly StateLabel[] }) {
  return (
    <dl className="grid items-baseline gap-x-6 gap-y-2 sm:grid-cols-[auto_minmax(0,1fr)]">
      {meanings.map((label) => (
        <Fragment key={label.word}>
          <dt>
            <LabelBadge label={label} />
          </dt>
          <dd className="max-w-prose max-sm:mb-2">{label.meaning}</dd>
        </Fragment>
      ))}
    </dl>
  )
}

export function GuideStates() {
  return MACHINES.map(({ id, title, note, rows, drawn = rows, labels, meanings }) => (
    <Section key={id} id={id} title={title} note={note}>
      {meanings ? (
        <StateMeanings meanings={meanings} />
      ) : (
        <StateDiagram id={id} title={`States of a ${title.toLowerCase()}`} rows={drawn} labels={labels} />
      )}
      <div className="mt-8">
        <DocsTable
          caption={`Transitions of a ${title.toLowerCase()}`}
          heads={['From', 'Trigger, actor', 'To, condition']}
        >
          {rows.map((row) => (
            <tr key={`${row.from} ${row.on} ${row.to}`} className="border-t border-rule align-top">
              <td className="py-1.5 pr-4">{row.from ? <StateName name={row.from} /> : '(none)'}</td>
              <td className="py-1.5 pr-4">
                <span className="font-semibold">{row.on}</span>
                <span className="block text-ink-soft">by {row.by}</span>
              </td>
              <td className="py-1.5">
                <StateName name={row.to} />
                {row.when ? <span className="block max-w-prose text-ink-soft">{row.when}</span> : null}
              </td>
            </tr>
          ))}
        </DocsTable>
      </div>
    </Section>
  ))
}
