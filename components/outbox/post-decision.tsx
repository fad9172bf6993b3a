'use client'

import { useState } from 'react'
import { Button } from '@/components/forms/button'
import { TextField } from '@/components/forms/fields'
import { Form } from '@/components/forms/form'
import { useForm } from '@/components/forms/use-form'
import { useWrite } from '@/components/forms/use-write'
import { WriteResult } from '@/components/forms/write-result'
import { warmWallet } from '@/components/wallet/wallet'
import { request } from '@/lib/api/request'
import {
  approvePlatformPost,
  cancelPlatformPost,
  listPlatformPosts,
  settlePlatformPost,
} from '@/lib/community/contract'
import type { OutboxItemView } from '@/lib/community/schemas'
import { type OutboxState, outboxMachine } from '@/lib/community/states'
import { allows } from '@/lib/machine/machine'

const APPROVED_WORDS: Readonly<Partial<Record<OutboxState, string>>> = {
  sent: 'Approved and sent. It stands on the platform.',
  approved: 'Approved. Publishing is off, so nothing was sent.',
  failed: 'Your approval is recorded, but the post was not sent. Why is told above.',
  uncertain: 'Your approval is recorded, but the platform’s answer was lost. What that means is told above.',
}

/** Where a moderator approves the exact payload above, or cancels the post. */
export function PostDecision({
  item,
  isPublishing,
  host,
  onChanged,
}: {
  item: OutboxItemView
  isPublishing: boolean
  host: string | null
  onChanged: (item: OutboxItemView) => void
}) {
  const { id, payload } = item
  const [last, setLast] = useState<'approve' | 'cancel'>('approve')
  const [isSettledHere, setSettledHere] = useState(false)
  const approve = useWrite(approvePlatformPost, {
    done: (answer) => ({ words: APPROVED_WORDS[answer.item.state] ?? 'Your approval is recorded.' }),
  })
  const cancel = useWrite(cancelPlatformPost, {
    done: () => ({
      words: item.lookedForUntil ? 'Cancelled. It stays on record.' : 'Cancelled. It stays on record, unsent.',
    }),
  })
  const write = last === 'approve' ? approve : cancel
  const act = async (which: 'approve' | 'cancel') => {
    setLast(which)
    const answer =
      which === 'approve'
        ? await approve.submit({ params: { id }, body: { payloadHash: await payloadHash(payload) } })
        : await cancel.submit({ params: { id }, body: {} })
    if (answer) onChanged(answer.item)
  }
  const press = (which: 'approve' | 'cancel') => () => void act(which)
  const settled = (post: OutboxItemView) => {
    setSettledHere(true)
    onChanged(post)
  }

  return (
    <div className="mt-5 space-y-4" onPointerEnter={warmWallet}>
      {/* Once settled it stays, because it tells so. */}
      {isSettledHere || mayBeSettled(item) ? <SettleForm id={id} onSettled={settled} /> : null}
      <Choices
        item={item}
        isPublishing={isPublishing}
        host={host}
        busy={approve.busy ? 'approve' : cancel.busy ? 'cancel' : null}
        press={press}
      />
      <WriteResult write={write} />
      {write.fault ? <ReadAgain id={id} onChanged={onChanged} /> : null}
    </div>
  )
}

/** Whether the service has stopped looking for a post with a lost response, by this browser's clock. */
const mayBeSettled = ({ lookedForUntil }: OutboxItemView) =>
  lookedForUntil !== null && Date.parse(lookedForUntil) <= Date.now()

function Choices({
  item,
  isPublishing,
  host,
  busy,
  press,
}: {
  item: OutboxItemView
  isPublishing: boolean
  host: string | null
  busy: 'approve' | 'cancel' | null
  press: (which: 'approve' | 'cancel') => () => void
}) {
  const { id, state } = item
  // A post that was approved while publishing is off needs no second approval.
  const mayApprove = allows(outboxMachine, state, 'approve') && (state !== 'approved' || isPublishing)
  const mayCancel = allows(outboxMachine, state, 'cancel') && (item.lookedForUntil === null || mayBeSettled(item))
  if (!mayApprove && !mayCancel) return null
  return (
    <>
      {mayApprove ? (
        <p id={`meant-${id}`} className="max-w-prose text-sm text-ink-soft">
          {isPublishing
            ? `Approving sends exactly this payload to ${host}, at once. It cannot be taken back.`
            : 'You approve exactly this payload. Nothing is sent while publishing is off.'}
        </p>
      ) : null}
      <div className="flex flex-wrap items-center gap-3">
        {mayApprove ? (
          <Button kind="primary" busy={busy !== null} onClick={press('approve')} describedBy={`meant-${id}`}>
            {approveWord(busy, isPublishing)}
          </Button>
        ) : null}
        {mayCancel ? (
          <Button kind="refuse" busy={busy !== null} onClick={press('cancel')}>
            Cancel this post
          </Button>
        ) : null}
      </div>
    </>
  )
}

function approveWord(busy: 'approve' | 'cancel' | null, isPublishing: boolean): string {
  if (busy === 'approve') return isPublishing ? 'Sending …' : 'Approving …'
  return isPublishing ? 'Approve and send' : 'Approve'
}

/** Reloads the post, because another moderator may have acted meanwhile. */
function ReadAgain({ id, onChanged }: { id: string; onChanged: (item: OutboxItemView) => void }) {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')
  const read = async () => {
    setState('busy')
    try {
      const { items } = await request(listPlatformPosts, { query: { limit: '100' } })
      const item = items.find((one) => one.id === id)
      if (item) onChanged(item)
      setState(item ? 'idle' : 'failed')
    } catch {
      setState('failed')
    }
  }
  return (
    <div className="flex flex-wrap items-center gap-4">
      <Button busy={state === 'busy'} onClick={() => void read()}>
        Show this post as it is now
      </Button>
      <p role="status" className="text-sm text-madder">
        {state === 'failed' ? 'It could not be read. Read the whole list again.' : null}
      </p>
    </div>
  )
}

/** SHA-256 (hex) of the payload on the page, so that the approval is for the payload that was read. */
async function payloadHash(payload: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(payload))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

const INITIAL = { postUrl: '' }

/** Where a moderator enters the address of an uncertain post that the service could not find. */
function SettleForm({ id, onSettled }: { id: string; onSettled: (item: OutboxItemView) => void }) {
  const form = useForm(settlePlatformPost, {
    draft: `settle:${id}`,
    initial: INITIAL,
    input: ({ postUrl }) => ({ params: { id }, body: { postUrl: postUrl.trim() } }),
    page: 'stays',
    done({ item }) {
      onSettled(item)
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
