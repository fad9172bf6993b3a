'use client'

import { useEffect, useRef, useState } from 'react'
import { Button } from '@/components/forms/button'
import type { FieldProps } from '@/components/forms/use-form'
import { MilestoneRow } from '@/components/missions/milestone-row'
import { FIRST_MILESTONE, type MilestoneDraft, moved } from '@/components/missions/mission-values'
import { Icon } from '@/components/ui/icon'
import { MILESTONES_MAX } from '@/lib/contract/limits'

/** The milestones of a mission that is being written: added, removed and moved by buttons, so by keyboard too. */
export function MilestoneEditor({
  milestones,
  onChange,
  fieldAt,
  error,
}: {
  milestones: readonly MilestoneDraft[]
  onChange: (milestones: MilestoneDraft[]) => void
  fieldAt: (path: string, value: string, onChange: (value: string) => void) => FieldProps
  /** What is wrong with the list as a whole. */
  error: string | undefined
}) {
  const list = useRef<HTMLFieldSetElement>(null)
  const next = useRef<string | null>(null)
  const [said, setSaid] = useState('')

  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows what was changed.
  useEffect(() => {
    const control = next.current && list.current?.elements.namedItem(next.current)
    next.current = null
    if (control instanceof HTMLElement) control.focus()
  }, [milestones])

  /** @param focus the name of the control that has the focus afterwards. */
  const set = (rows: MilestoneDraft[], focus: string, words: string) => {
    next.current = focus
    setSaid(words)
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
        {said}
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
