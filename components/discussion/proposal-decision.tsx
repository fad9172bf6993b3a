'use client'

import { useId, useState } from 'react'
import { changedAt } from '@/components/discussion/news'
import type { DiscussionProps } from '@/components/discussion/platform-info'
import { Button } from '@/components/forms/button'
import { ChoiceField } from '@/components/forms/fields'
import { useWrite } from '@/components/forms/use-write'
import { WriteResult } from '@/components/forms/write-result'
import { useCatchUp } from '@/components/record/actions/use-fresh-record'
import { Notice } from '@/components/ui/notice'
import { Name } from '@/components/ui/prose'
import { ActingAs } from '@/components/wallet/acting-as'
import { warmWallet } from '@/components/wallet/wallet'
import { acceptProposal, rejectProposal } from '@/lib/community/contract'
import type { DiscussionView } from '@/lib/community/schemas'

export interface ProposalProps extends DiscussionProps {
  readonly proposalId: string
  readonly author: string
  readonly isPending: boolean
  /** Whether the challenge has ended, so that nothing is decided any more. */
  readonly ended: boolean
  /** Whether its address was erased by law, so that it cannot become a response. */
  readonly isErased: boolean
  /** The sides without a response link. */
  readonly free: readonly ('A' | 'B')[]
  readonly labels: Readonly<Record<'A' | 'B', string>>
}

type Choice = 'A' | 'B' | 'reject' | ''

const CHOICE_BOUNDS = { min: 0, max: null, required: true } as const

/** Accepts a proposal as a side's response, or rejects it. */
export function ProposalDecision(props: ProposalProps & { readonly isOwner: boolean }) {
  const { challengeId, proposalId, author, isPending, ended, isOwner, isErased, free, shownAt } = props
  const id = useId()
  const [open, setOpen] = useState(false)
  const [last, setLast] = useState<Choice>('')
  // Submitted without a choice.
  const [isMissing, setMissing] = useState(false)
  const [knownAt, setKnownAt] = useState('')
  useCatchUp(knownAt, shownAt)

  const accept = useWrite(acceptProposal, {
    done: ({ proposals }) => {
      const side = proposals.find((proposal) => proposal.id === proposalId)?.side
      return { words: `Accepted: the post is the response of side ${side} for good.` }
    },
  })
  const reject = useWrite(rejectProposal, { done: () => ({ words: 'Rejected. The proposal stays on record.' }) })
  const [sent, setSent] = useState<'accept' | 'reject'>('accept')
  const write = sent === 'reject' ? reject : accept
  const params = { id: challengeId, pid: proposalId }
  const choices = choicesFor(props)
  // Meanwhile somebody else may have recorded the link of the side that was chosen.
  const choice = choices.some(({ value }) => value === last) ? last : ''

  const decide = async () => {
    setMissing(choice === '')
    if (choice === '' || write.busy) return
    setSent(choice === 'reject' ? 'reject' : 'accept')
    const answer: DiscussionView | null =
      choice === 'reject'
        ? await reject.submit({ params, body: {} })
        : await accept.submit({ params, body: { side: choice } })
    if (answer) setKnownAt(changedAt(answer))
  }

  if (write.outcome)
    return (
      <div className="mt-3">
        <WriteResult write={write} />
      </div>
    )
  if (!isPending || ended)
    return open ? (
      <Notice tone="warning" role="status" className="mt-3">
        {isPending ? 'This challenge has ended.' : 'This proposal was already accepted or rejected.'}
      </Notice>
    ) : null
  return (
    <div className="mt-3" onPointerEnter={warmWallet}>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="inline-flex min-h-11 cursor-pointer items-center rounded-md border border-green px-5 py-2 font-semibold text-green hover:bg-green-wash"
      >
        {open ? 'Cancel' : 'Decide on it'}
        <span className="sr-only">: the proposal by {author}</span>
      </button>
      <form
        id={id}
        hidden={!open}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          // The message is at the choices, so the focus goes there and has it read.
          if (choice === '') event.currentTarget.querySelector<HTMLElement>('input[type="radio"]')?.focus()
          void decide()
        }}
        className="max-w-2xl space-y-5 pt-5"
      >
        <ChoiceField
          name={`choice-${proposalId}`}
          value={choice}
          onChange={(value) => setLast(asChoice(value))}
          error={isMissing && choice === '' ? 'Choose one of these first.' : undefined}
          bounds={CHOICE_BOUNDS}
          label="What becomes of this proposal"
          hint={hintFor(isOwner, isErased, free.length)}
          choices={choices}
        />
        <ActingAs />
        <Button kind="primary" submits busy={write.busy}>
          {write.busy ? 'Sending …' : 'Record it for good'}
        </Button>
        <WriteResult write={write} />
      </form>
    </div>
  )
}

function choicesFor({ isOwner, isErased, free, labels }: ProposalProps & { readonly isOwner: boolean }) {
  const sides = isOwner && !isErased ? free : []
  return [
    ...sides.map((side) => ({
      value: side,
      label: (
        <>
          Accept as side {side}: <Name text={labels[side]} />
        </>
      ),
    })),
    { value: 'reject', label: 'Reject it', hint: 'It stays on record, marked as rejected.' },
  ]
}

function asChoice(value: string): Choice {
  return value === 'A' || value === 'B' || value === 'reject' ? value : ''
}

function hintFor(isOwner: boolean, isErased: boolean, freeSides: number): string {
  if (isErased) return 'It was erased by law, so it cannot become a response.'
  if (!isOwner) return 'You are a moderator. Only the owner may accept it.'
  if (freeSides === 0) return 'It cannot be accepted: no side takes a response any more.'
  return 'An accepted post becomes the side’s permanent response link.'
}
