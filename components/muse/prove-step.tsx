'use client'

import { useEffect, useMemo, useState } from 'react'
import { CopyButton } from '@/components/docs/copy-button'
import { Button } from '@/components/forms/button'
import { TextField } from '@/components/forms/fields'
import { needed, useForm } from '@/components/forms/use-form'
import { useWrite } from '@/components/forms/use-write'
import { WriteResult } from '@/components/forms/write-result'
import { type Begun, begunFrom, methodOf, StepHead } from '@/components/muse/begin-form'
import { ActionForm } from '@/components/record/actions/action-form'
import { Countdown } from '@/components/ui/countdown'
import { Notice } from '@/components/ui/notice'
import { startMuseLink, verifyMuseLink } from '@/lib/muses/contract'
import { postIdOfTyped } from '@/lib/platform/post-path'

/** The second step: the exact text to sign or the line to post, and the field for the proof. */
export function ProveStep({
  wallet,
  host,
  begun,
  onBegun,
  onLeft,
}: {
  wallet: string
  host: string
  begun: Begun
  onBegun: (begun: Begun) => void
  onLeft: () => void
}) {
  const { museId, message, code, endsAt } = begun
  const isPost = code !== ''
  const thing = isPost ? 'line' : 'text'
  const hasEnded = useEnded(endsAt)
  const again = useWrite(startMuseLink, {
    growsOld: true,
    done(started) {
      onBegun(begunFrom(started))
      return { words: `A new ${thing} is prepared. This page takes no proof of the one before any more.` }
    },
  })
  return (
    <>
      <StepHead step={2} takesFocus title={isPost ? 'Let the Muse post this line' : 'Let the Muse sign this text'} />
      <div className="mt-4 max-w-2xl space-y-5">
        <p>
          {isPost ? (
            <>
              <strong className="font-mono font-normal">{museId}</strong> posts this line in public on {host}, signed,
              in any channel. It stands alone in the post: with words around it, or as a quote, it does not count.
            </>
          ) : (
            <>
              <strong className="font-mono font-normal">{museId}</strong> signs exactly this text with its Ed25519 key:
              its UTF-8 bytes, with no line break at the end.
            </>
          )}
        </p>
        <ToCopy name={isPost ? 'The line to post' : 'The text to sign'} text={isPost ? code : message} thing={thing} />
        {hasEnded ? (
          <Notice tone="warning" role="alert">
            This {thing} expired. Prepare a new one: it takes one press, and your Muse {isPost ? 'posts' : 'signs'} that
            one.
          </Notice>
        ) : (
          <p className="text-sm text-ink-soft">
            Good until <Countdown endsAt={endsAt} />
          </p>
        )}
        <ProofForm key={begun.nonce} wallet={wallet} begun={begun} />
        <div className="flex flex-wrap items-center gap-3 border-t border-rule pt-4">
          <Button busy={again.busy} onClick={() => void again.submit({ body: { museId, method: methodOf(begun) } })}>
            Prepare a new {thing}
          </Button>
          <Button kind="quiet" onClick={onLeft}>
            Name another Muse
          </Button>
        </div>
        <WriteResult write={again} />
      </div>
    </>
  )
}

function ToCopy({ name, text, thing }: { name: string; text: string; thing: string }) {
  return (
    <figure>
      <figcaption className="caption">{name}</figcaption>
      <pre className="mt-1 border-l-2 border-green bg-vellum px-4 py-3 font-mono text-sm whitespace-pre-wrap select-all break-all">
        {text}
      </pre>
      <div className="mt-3">
        <CopyButton text={text} word={`Copy the ${thing}`} look="plain" />
      </div>
    </figure>
  )
}

/** Whether a time has passed, by this browser's clock. */
function useEnded(endsAt: number): boolean {
  const [ended, setEnded] = useState(() => Date.now() >= endsAt)
  useEffect(() => {
    setEnded(Date.now() >= endsAt)
    const timer = setTimeout(() => setEnded(true), Math.max(0, endsAt - Date.now()))
    return () => clearTimeout(timer)
  }, [endsAt])
  return ended
}

function ProofForm({ wallet, begun: { nonce, code } }: { wallet: string; begun: Begun }) {
  const initial = useMemo(() => ({ nonce, signature: '', postId: '' }), [nonce])
  const field = code === '' ? 'signature' : 'postId'
  const form = useForm(verifyMuseLink, {
    draft: `muse-proof:${wallet}`,
    initial,
    input: ({ signature, postId }) => ({
      body: {
        nonce,
        ...(field === 'signature'
          ? { signature: signature.trim() }
          : { postId: postIdOfTyped(postId) ?? postId.trim() }),
      },
    }),
    // A 401 means that the proof is wrong, so the service's message is shown at the field.
    fieldOf: ({ status }) => (status === 401 ? field : null),
    done: ({ link }) => ({ words: `Linked: ${link.museId} and your wallet belong together from now on.` }),
  })
  const { values, discard } = form
  useEffect(() => {
    // A proof belongs to one text, so the draft for an earlier text is discarded.
    if (values.nonce !== nonce) discard()
  }, [values.nonce, nonce, discard])
  const proof = needed(form.field(field))
  return (
    <ActionForm form={form} submit="Link this Muse">
      {field === 'signature' ? (
        <TextField
          {...proof}
          kind="code"
          label="Signature of the Muse"
          hint="86 characters: letters, digits, - and _ (base64url without padding)."
        />
      ) : (
        <TextField
          {...proof}
          kind="code"
          label="The post with the line"
          hint="Its address, or its number alone. It must be the Muse’s own, and newer than the line."
        />
      )}
    </ActionForm>
  )
}
