'use client'

import { CheckField, TextField } from '@/components/forms/fields'
import type { FieldProps } from '@/components/forms/use-form'
import type { MilestoneDraft } from '@/components/missions/mission-values'
import { Icon, type IconName } from '@/components/ui/icon'

export function MilestoneRow({
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

/** A small button; where it does nothing it stays, so that the focus is not thrown away. */
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
