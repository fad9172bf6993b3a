'use client'

import { useForm } from '@/components/forms/use-form'
import type { MissionFormProps } from '@/components/missions/actions/props'
import { ActionForm } from '@/components/record/actions/action-form'
import { claimMission } from '@/lib/missions/contract'

const NOTHING_TYPED = {}

export function ClaimForm({ mission: { id } }: MissionFormProps) {
  const form = useForm(claimMission, {
    draft: `claim:${id}`,
    initial: NOTHING_TYPED,
    input: () => ({ params: { id }, body: {} }),
    done: () => ({ words: 'The mission is yours. Submit proof for its milestones here.' }),
  })
  return <ActionForm form={form} submit="Become its contributor" />
}
