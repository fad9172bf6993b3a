import { z } from 'zod'
import { Amount, line } from '@/lib/contract/fields'
import { MILESTONES_MAX } from '@/lib/contract/limits'

/** A milestone as terms name it. At least one of a mission's milestones is required (docs/decisions.md#wire). */
export const MilestoneInput = z
  .object({
    title: line(3, 140),
    amount: Amount.optional(),
    required: z.boolean({ error: 'This field must be true or false.' }),
  })
  .meta({ id: 'MilestoneInput' })

/** A mission's milestones in their order. */
export const MilestoneInputs = z
  .array(MilestoneInput, { error: 'This field must be a list of milestones.' })
  .min(1, 'At least one milestone is needed.')
  .max(MILESTONES_MAX, `At most ${MILESTONES_MAX} milestones are possible.`)
  .refine(
    (milestones) => milestones.some((milestone) => milestone.required),
    'At least one milestone must be required.',
  )

export type MilestoneInput = z.infer<typeof MilestoneInput>
