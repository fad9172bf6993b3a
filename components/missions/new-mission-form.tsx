'use client'

import { LinkedPost } from '@/components/discussion/linked-post'
import { postHint } from '@/components/discussion/platform-info'
import { postTitle } from '@/components/discussion/post-card'
import { TextField } from '@/components/forms/fields'
import { Form } from '@/components/forms/form'
import { useForm } from '@/components/forms/use-form'
import { MissionFields, MissionPreview } from '@/components/missions/mission-fields'
import { type MissionValues, missionBody, NO_MISSION_VALUES } from '@/components/missions/mission-values'
import { useFollow } from '@/components/record/use-follow'
import type { PostPreview } from '@/lib/platform/schemas'
import { createProject } from '@/lib/projects/contract'

const TITLE_CHARS_MAX = 140

/** What is empty yet begins with the words of the post. */
const withWordsOf = (values: MissionValues, post: PostPreview): MissionValues => ({
  ...values,
  title: values.title.trim() ? values.title : [...(postTitle(post) ?? '')].slice(0, TITLE_CHARS_MAX).join(''),
  summary: values.summary.trim() ? values.summary : (post.description ?? ''),
})

/** Publishes through the endpoint that keeps what the post said. @param today the service's UTC date. @param platformHost of the community platform, where one is configured. */
export function NewMissionForm({ today, platformHost }: { today: string; platformHost: string | null }) {
  const form = useForm(createProject, {
    draft: 'mission',
    initial: NO_MISSION_VALUES,
    input: (values) => ({ body: missionBody(values) }),
    done: ({ project }) => ({
      words: 'Your mission is published.',
      href: `/missions/${project.id}`,
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
      <LinkedPost
        url={form.values.sourceUrl}
        host={platformHost}
        isRequired
        onRead={(post) => form.setValues((now) => withWordsOf(now, post))}
      />
      <MissionFields form={form} today={today} />
      <MissionPreview values={form.values} />
    </Form>
  )
}
