import { ModerationGate, NoRole } from '@/components/moderation/moderation-gate'
import { Section } from '@/components/ui/section'

/** Reports and hidden records for moderators; an explanation for everyone else. */
export function ModerationPart() {
  return (
    <ModerationGate>
      <Section id="reports" title="Reports and hidden records">
        <div className="max-w-prose space-y-3">
          <p>
            Beside every challenge, response link, mission, proof, proposal, commitment, funding record, decision and
            piece of evidence, and beside the reasons why a claim was released or a Muse unlinked, stands the word{' '}
            <strong>Report</strong>. Whoever is signed in may use it, once per record; who reported something, and why,
            only moderators see.
          </p>
          <p>
            A moderator is a wallet on this service’s list. Moderators hide a record, or dismiss the report, and give a
            reason. Hiding deletes nothing: the record answers as if it were not there, its open Seeds are reversed, and
            all of it comes back when it is restored. Hiding and restoring stand in the public history of the challenge
            or mission; the link of a Muse has none. Dismissing a report stands in none: whoever reported is told the
            reason.
          </p>
        </div>
        <NoRole />
      </Section>
    </ModerationGate>
  )
}
