'use client'

import { type ReactNode, useId } from 'react'
import { type Bounds, countCharacters } from '@/components/forms/bounds'

export interface LabelProps {
  readonly label: string
  /** What to enter, in a sentence. */
  readonly hint?: ReactNode
}

/** The attributes that tie a control to its label, hint and error. */
export interface ControlProps {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': true | undefined
  readonly 'aria-required': true | undefined
  readonly className: string
}

const CONTROL_CLASS =
  'mt-1.5 block min-h-11 w-full rounded-sm border border-rule-strong bg-leaf px-3 py-2 aria-invalid:border-madder aria-invalid:bg-madder-wash'

/** Label, hint, control, error and character count. */
export function FieldFrame({
  label,
  hint,
  error,
  bounds,
  value,
  children,
}: LabelProps & {
  error: string | undefined
  bounds: Bounds
  /** For the character count; absent where none is shown. */
  value?: string
  children: (control: ControlProps) => ReactNode
}) {
  const id = useId()
  const over = value !== undefined && bounds.max !== null && countCharacters(value) > bounds.max
  const described = [hint && `${id}-hint`, error && `${id}-error`, over && `${id}-count`].filter(Boolean).join(' ')
  return (
    <div>
      <label htmlFor={id} className="font-semibold">
        {label}
        {bounds.required ? null : <span className="font-normal text-ink-soft"> (optional)</span>}
      </label>
      {hint ? (
        <p id={`${id}-hint`} className="text-sm text-ink-soft">
          {hint}
        </p>
      ) : null}
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': error || over ? true : undefined,
        'aria-required': bounds.required || undefined,
        className: CONTROL_CLASS,
      })}
      <div className="mt-1 flex flex-wrap justify-between gap-x-4 text-sm">
        <p id={`${id}-error`} className="font-semibold text-madder">
          {error}
        </p>
        {value !== undefined && bounds.max !== null ? (
          <Count id={`${id}-count`} length={countCharacters(value)} max={bounds.max} />
        ) : null}
      </div>
    </div>
  )
}

/** The number of characters and the maximum. Screen readers hear it only when there are too many. */
function Count({ id, length, max }: { id: string; length: number; max: number }) {
  const over = length - max
  return (
    <p id={id} className={`ml-auto tabular-nums ${over > 0 ? 'font-semibold text-madder' : 'text-ink-soft'}`}>
      <span aria-hidden="true">
        {length} of {max}
      </span>
      <span role="status" className="sr-only">
        {over > 0 ? `${over} characters too many` : ''}
      </span>
    </p>
  )
}
