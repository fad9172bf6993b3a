'use client'

import { TextField } from '@/components/forms/fields'
import { Form } from '@/components/forms/form'
import { useForm } from '@/components/forms/use-form'
import { settlePlatformPost } from '@/lib/community/contract'
import type { OutboxItemView } from '@/lib/community/schemas'

const INITIAL = { postUrl: '' }

/** Where a moderator says where an uncertain post stands, once the service has looked for it in vain. */
export function SettleForm({ id, onChanged }: { id: string; onChanged: (item: OutboxItemView) => void }) {
  const form = useForm(settlePlatformPost, {
    draft: `settle:${id}`,
    initial: INITIAL,
    input: ({ postUrl }) => ({ params: { id }, body: { postUrl: postUrl.trim() } }),
    page: 'stays',
    done({ item }) {
      onChanged(item)
      return { words: 'Settled: it was sent, and stands where you said.' }
    },
  })
  return (
    <Form form={form} submit="It was sent: this is it">
      <TextField
        {...form.field('postUrl')}
        kind="url"
        label="Address of the post"
        hint="If you find it there. The service reads it and compares it with the payload above. If it is not there, cancel it."
      />
    </Form>
  )
}
