'use client'

import { useEffect, useMemo } from 'react'
import { TextField } from '@/components/forms/fields'
import { useForm } from '@/components/forms/use-form'
import type { Begun } from '@/components/muse/started'
import { ActionForm } from '@/components/record/actions/action-form'
import { verifyMuseLink } from '@/lib/muses/contract'

/** A post's id, also out of its address. */
const postIdOf = (text: string): string =>
  /(?:\/board\/[^/]+\/|\/p\/|^)(\d{1,15})\/?(?:#.*)?$/.exec(text.trim())?.[1] ?? text.trim()

/** The signature of the Muse, or the post with the line. */
export function ProofForm({ wallet, begun: { nonce, code } }: { wallet: string; begun: Begun }) {
  const initial = useMemo(() => ({ nonce, signature: '', postId: '' }), [nonce])
  const field = code === '' ? 'signature' : 'postId'
  const form = useForm(verifyMuseLink, {
    draft: `muse-proof:${wallet}`,
    initial,
    input: ({ signature, postId }) => ({
      body: { nonce, ...(field === 'signature' ? { signature: signature.trim() } : { postId: postIdOf(postId) }) },
    }),
    // What was given does not prove the Muse: the service says why, and the field is where it is mended.
    fieldOf: ({ status }) => (status === 401 ? field : null),
    done: ({ link }) => ({ words: `Linked: ${link.museId} and your wallet belong together from now on.` }),
  })
  const { values, discard } = form
  useEffect(() => {
    // A proof belongs to one text: a draft for an earlier one proves nothing any more.
    if (values.nonce !== nonce) discard()
  }, [values.nonce, nonce, discard])
  const given = form.field(field)
  const proof = { ...given, bounds: { ...given.bounds, required: true } }
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
