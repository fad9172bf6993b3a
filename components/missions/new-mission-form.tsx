'use client'

import { LinkedPost } from '@/components/discussion/linked-post'
import { postHint } from '@/components/discussion/platform-info'
import { TextField } from '@/components/forms/fields'
import { Form } from '@/components/forms/form'
import { useForm } from '@/components/forms/use-form'
import { MissionFields, MissionPreview } from '@/components/missions/mission-fields'
import { missionBody, NO_MISSION_VALUES } from '@/components/missions/mission-values'
import { useFollow } from '@/components/record/use-follow'
import { createMission } from '@/lib/missions/contract'

/** @param today the service's UTC date. @param platformHost of the community platform, where one is configured. */
export function NewMissionForm({ today, platformHost }: { today: string; platformHost: string | null }) {
  const form = useForm(createMission, {
    draft: 'mission',
    initial: NO_MISSION_VALUES,
    input: (values) => ({ body: missionBody(values) }),
    done: ({ mission }) => ({
      words: 'Your mission is published.',
      href: `/missions/${mission.id}`,
      link: 'Go to the mission',
    }),
  })
  useFollow(form.write.outcome)
  return (
    <Form form={form} submit="Publish this mission">
      <TextField
        {...form.field('sourceUrl')}
        kind="url"
        label="The public post it comes from"
        hint={postHint(platformHost)}
        placeholder="https://"
      />
      <LinkedPost url={form.values.sourceUrl} host={platformHost} isRequired />
      <MissionFields form={form} today={today} />
      <MissionPreview values={form.values} />
    </Form>
  )
}
