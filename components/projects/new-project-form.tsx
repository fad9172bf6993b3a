'use client'

import { useState } from 'react'
import { postHint } from '@/components/discussion/platform-info'
import { PostCard, postTitle } from '@/components/discussion/post-card'
import { Button } from '@/components/forms/button'
import { TextField } from '@/components/forms/fields'
import { Form } from '@/components/forms/form'
import { useForm } from '@/components/forms/use-form'
import { MissionFields, MissionPreview } from '@/components/missions/mission-fields'
import { type MissionValues, missionBody, NO_MISSION_VALUES } from '@/components/missions/mission-values'
import { Notice } from '@/components/ui/notice'
import { ApiError, request } from '@/lib/api/client'
import { importPost } from '@/lib/platform/contract'
import type { PostPreview } from '@/lib/platform/schemas'
import { createProject } from '@/lib/projects/contract'

const TITLE_CHARS_MAX = 140

/** What is empty yet begins with the words of the post. */
const withWordsOf = (values: MissionValues, post: PostPreview): MissionValues => ({
  ...values,
  title: values.title.trim() ? values.title : [...(postTitle(post) ?? '')].slice(0, TITLE_CHARS_MAX).join(''),
  summary: values.summary.trim() ? values.summary : (post.description ?? ''),
})

/** @param today the service's UTC date. @param platformHost of the community platform, where one is configured. */
export function NewProjectForm({ today, platformHost }: { today: string; platformHost: string | null }) {
  const form = useForm(createProject, {
    draft: 'project',
    initial: NO_MISSION_VALUES,
    input: (values) => ({ body: missionBody(values) }),
    done: ({ project }) => ({
      words: 'Your project is created.',
      href: `/projects/${project.id}`,
      link: 'Go to the project',
    }),
  })
  return (
    <Form form={form} submit="Create this project">
      <TextField
        {...form.field('sourceUrl')}
        kind="url"
        label="The public post it comes from"
        hint={postHint(platformHost)}
        placeholder="https://"
      />
      <PostImport
        url={form.values.sourceUrl}
        onRead={(preview) => form.setValues((now) => withWordsOf(now, preview))}
      />
      <MissionFields form={form} today={today} />
      <MissionPreview values={form.values} />
    </Form>
  )
}

type Reading =
  | { readonly is: 'idle' }
  | { readonly is: 'busy'; readonly url: string }
  | { readonly is: 'read'; readonly url: string; readonly preview: PostPreview }
  | { readonly is: 'failed'; readonly url: string; readonly fault: string }

/** Reads what the platform shows of the named post, so that nobody publishes from another one than they meant. */
function PostImport({ url, onRead }: { url: string; onRead: (preview: PostPreview) => void }) {
  const [reading, setReading] = useState<Reading>({ is: 'idle' })
  const asked = url.trim()
  const read = async () => {
    setReading({ is: 'busy', url: asked })
    try {
      const { preview } = await request(importPost, { query: { url: asked } })
      setReading({ is: 'read', url: asked, preview })
      onRead(preview)
    } catch (fault) {
      const words = fault instanceof ApiError ? fault.message : 'Something unexpected happened.'
      setReading({ is: 'failed', url: asked, fault: words })
    }
  }
  // Of another address than the one that stands there now, nothing is shown.
  const current = reading.is !== 'idle' && reading.url === asked ? reading : null
  return (
    <div>
      {asked === '' || current?.is === 'read' ? null : (
        <Button busy={reading.is === 'busy'} onClick={() => void read()}>
          {reading.is === 'busy' ? 'Reading the post …' : 'Read the post'}
        </Button>
      )}
      <div role="status">
        {current?.is === 'read' ? <PostCard post={current.preview} /> : null}
        {current?.is === 'failed' ? (
          <Notice tone="fault" className="mt-3">
            {current.fault}
          </Notice>
        ) : null}
      </div>
    </div>
  )
}
