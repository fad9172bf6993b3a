'use client'

import { ChoiceField, TextField } from '@/components/forms/fields'
import { Form } from '@/components/forms/form'
import { useForm } from '@/components/forms/use-form'
import { type Begun, begunFrom } from '@/components/muse/started'
import { StepHead } from '@/components/muse/step-head'
import { chosen } from '@/components/record/actions/action-form'
import { startMuseLink } from '@/lib/muses/contract'
import type { MuseLinkMethod } from '@/lib/muses/schemas'

const INITIAL: { museId: string; method: MuseLinkMethod | '' } = { museId: '', method: '' }

const METHODS = [
  { value: 'ed25519-challenge', label: 'The Muse signs a text', hint: 'You get the text, and paste the signature.' },
  { value: 'signed-post', label: 'The Muse posts a line', hint: 'You get the line, and give the address of the post.' },
] as const

/** The first step: which Muse, and how it proves itself. */
export function BeginForm({ wallet, onBegun }: { wallet: string; onBegun: (begun: Begun) => void }) {
  const form = useForm(startMuseLink, {
    draft: `muse:${wallet}`,
    initial: INITIAL,
    input: ({ museId, method }) => ({ body: { museId: museId.trim(), method: chosen(method) } }),
    done(started) {
      onBegun(begunFrom(started))
      return { words: 'It is prepared.' }
    },
  })
  return (
    <>
      <StepHead step={1} title="Name your Muse" />
      <div className="mt-4 max-w-2xl">
        <Form form={form} submit="Prepare it">
          <TextField
            {...form.field('museId')}
            kind="code"
            label="Id of the Muse"
            hint="As the platform shows it. Names are not unique there, ids are."
            placeholder="muse_"
          />
          <ChoiceField {...form.field('method')} label="How it proves itself" choices={METHODS} />
        </Form>
      </div>
    </>
  )
}
