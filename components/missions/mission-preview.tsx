import type { MissionValues } from '@/components/missions/mission-values'
import { Preview } from '@/components/record/preview'
import { APPROVAL_RULE } from '@/lib/missions/schemas'

/** A mission that is being written, as it will stand. */
export function MissionPreview({ values }: { values: MissionValues }) {
  const milestones = values.milestones.map(
    ({ title, amount, required }, index) =>
      `${index + 1}. ${title.trim() || '…'} (${required ? 'required' : 'optional'}${amount.trim() ? `, ${amount.trim()}` : ''})`,
  )
  const bounty = [values.bountyAmount, values.bountyCurrency, values.bountyTxHash].filter(Boolean).join(' ')
  return (
    <Preview
      facts={[
        { name: 'Published from', text: values.sourceUrl },
        { name: 'Title', text: values.title },
        { name: 'Summary', text: values.summary },
        ...(values.deliverable ? [{ name: 'Deliverable', text: values.deliverable }] : []),
        { name: 'Done means', text: values.definitionOfDone },
        { name: 'Proof required', text: values.requiredProof },
        { name: 'Approval', text: APPROVAL_RULE },
        { name: 'Deadline', text: values.deadline },
        { name: 'Milestones', text: milestones.join('\n') },
        ...(values.rewardTerms ? [{ name: 'Reward terms', text: values.rewardTerms }] : []),
        ...(values.contributorWallet ? [{ name: 'Designated contributor', text: values.contributorWallet }] : []),
        ...(bounty ? [{ name: 'Bounty, recorded and not held', text: bounty }] : []),
      ]}
    />
  )
}
