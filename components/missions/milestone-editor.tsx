'use client'

import { useEffect, useRef, useState } from 'react'
import { Button } from '@/components/forms/button'
import { CheckField, TextField } from '@/components/forms/fields'
import type { FieldProps, Form } from '@/components/forms/use-form'
import { FIRST_MILESTONE, type MilestoneDraft, moved } from '@/components/missions/mission-values'
import { Icon, type IconName } from '@/components/ui/icon'
import type { Endpoint } from '@/lib/contract/endpoint'
import { MILESTONES_MAX } from '@/lib/contract/limits'

/** Edits the milestones of a new mission. Rows are added, removed and moved by buttons, so the keyboard works too. */
export function MilestoneEditor<V extends { readonly milestones: readonly MilestoneDraft[] }>({
  form,
}: {
  form: Pick<Form<Endpoint, V>, 'values' | 'setValues' | 'fieldAt'>
}) {
  const { fieldAt, values } = form
  const { milestones } = values
  const onChange = (rows: MilestoneDraft[]) => form.setValues((now) => ({ ...now, milestones: rows }))
  // The only fault of the list as a whole is that nothing in it is required.
  const hasRequired = String(milestones.some(({ required }) => required))
  const { error } = fieldAt('milestones', hasRequired, () => undefined)
  const list = useRef<HTMLFieldSetElement>(null)
  const next = useRef<string | null>(null)
  const [announcement, announce] = useState('')

  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows what was changed.
  useEffect(() => {
    const control = next.current && list.current?.elements.namedItem(next.current)
    next.current = null
    if (control instanceof HTMLElement) control.focus()
  }, [milestones])

  /** @param focus the name of the control that gets the focus afterwards. */
  const set = (rows: MilestoneDraft[], focus: string, words: string) => {
    next.current = focus
    announce(words)
    onChange(rows)
  }
  const add = () =>
    set(
      [...milestones, { ...FIRST_MILESTONE, key: crypto.randomUUID() }],
      `milestones.${milestones.length}.title`,
      `Milestone ${milestones.length + 1} is added.`,
    )
  const remove = (index: number) =>
    set(
      milestones.filter((_row, at) => at !== index),
      index === milestones.length - 1 ? 'add-milestone' : `milestones.${index}.title`,
      `Milestone ${index + 1} is removed.`,
    )
  const move = (index: number, to: number) =>
    set(
      moved(milestones, index, to),
      to < index ? `move-up-${milestones[index]?.key}` : `move-down-${milestones[index]?.key}`,
      `It is milestone ${to + 1} of ${milestones.length} now.`,
    )
  const isFull = milestones.length >= MILESTONES_MAX
  return (
    <fieldset ref={list} name="milestones" tabIndex={-1} aria-describedby="milestones-error" className="min-w-0">
      <legend className="font-semibold">Milestones</legend>
      <p className="text-sm text-ink-soft">
        Each is proven and verified on its own. The mission can be completed once every required one is verified.
      </p>
      <ol className="mt-3 space-y-4">
        {milestones.map((milestone, index) => (
          <MilestoneRow
            key={milestone.key}
            milestone={milestone}
            place={{ index, count: milestones.length }}
            title={fieldAt(`milestones.${index}.title`, milestone.title, (title) =>
              onChange(milestones.with(index, { ...milestone, title })),
            )}
            amount={fieldAt(`milestones.${index}.amount`, milestone.amount, (amount) =>
              onChange(milestones.with(index, { ...milestone, amount })),
            )}
            onRequired={(required) => onChange(milestones.with(index, { ...milestone, required }))}
            onMove={(to) => move(index, to)}
            onRemove={() => remove(index)}
          />
        ))}
      </ol>
      <p id="milestones-error" className="mt-1 text-sm font-semibold text-madder">
        {error}
      </p>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {isFull ? (
        <p className="mt-2 text-sm text-ink-soft">{MILESTONES_MAX} milestones are the most that a mission can have.</p>
      ) : (
        <div className="mt-2">
          <Button onClick={add}>
            <Icon name="plus" className="size-4" /> Add a milestone
          </Button>
        </div>
      )}
    </fieldset>
  )
}

function MilestoneRow({
  milestone,
  place: { index, count },
  title,
  amount,
  onRequired,
  onMove,
  onRemove,
}: {
  milestone: MilestoneDraft
  place: { readonly index: number; readonly count: number }
  title: FieldProps
  amount: FieldProps
  onRequired: (required: boolean) => void
  onMove: (to: number) => void
  onRemove: () => void
}) {
  const name = `milestone ${index + 1}`
  return (
    <li className="border border-rule-strong bg-leaf px-4 pt-2 pb-3">
      <div className="flex items-center justify-between gap-2">
        <span className="caption">
          {index + 1} of {count}
        </span>
        <span className="flex">
          <RowButton
            name={`move-up-${milestone.key}`}
            label={`Move ${name} up`}
            icon="up"
            off={index === 0}
            onClick={() => onMove(index - 1)}
          />
          <RowButton
            name={`move-down-${milestone.key}`}
            label={`Move ${name} down`}
            icon="down"
            off={index === count - 1}
            onClick={() => onMove(index + 1)}
          />
          <RowButton
            name={`remove-${milestone.key}`}
            label={`Remove ${name}`}
            icon="cross"
            off={count === 1}
            onClick={onRemove}
          />
        </span>
      </div>
      <TextField {...title} label="Milestone" />
      <div className="mt-2 grid items-start gap-x-6 gap-y-2 sm:grid-cols-2">
        <TextField {...amount} kind="decimal" label="Amount" placeholder="12.5" />
        <div className="sm:pt-7">
          <CheckField label="Required" checked={milestone.required} onChange={onRequired} />
        </div>
      </div>
    </li>
  )
}

const TURNED = { up: '-rotate-90', down: 'rotate-90', cross: '' } as const

/** A small button. While inactive it stays in place, so that the focus is not lost. */
function RowButton({
  name,
  label,
  icon,
  off,
  onClick,
}: {
  name: string
  label: string
  icon: keyof typeof TURNED
  off: boolean
  onClick: () => void
}) {
  const drawing: IconName = icon === 'cross' ? 'cross' : 'onward'
  return (
    <button
      type="button"
      name={name}
      aria-label={label}
      title={label}
      aria-disabled={off || undefined}
      onClick={off ? undefined : onClick}
      className="inline-flex size-11 cursor-pointer items-center justify-center rounded-md text-ink-soft hover:bg-vellum hover:text-ink aria-disabled:cursor-default aria-disabled:opacity-35"
    >
      <Icon name={drawing} className={`size-4.5 ${TURNED[icon]}`} />
    </button>
  )
}
