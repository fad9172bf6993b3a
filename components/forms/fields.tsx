'use client'

import { type ReactNode, useId } from 'react'
import { FieldFrame, type LabelProps } from '@/components/forms/field-frame'
import type { FieldProps } from '@/components/forms/use-form'

// The fields of forms. Each takes the result of `form.field(name)`, and a label.

type TextProps = FieldProps & LabelProps & { readonly placeholder?: string }

/** One line of text. `kind` chooses the phone's keyboard. */
export function TextField({
  kind = 'text',
  placeholder,
  ...field
}: TextProps & { readonly kind?: 'text' | 'url' | 'decimal' | 'code' }) {
  const { name, value, onChange, error, bounds, label, hint } = field
  const isWords = kind === 'text'
  return (
    <FieldFrame label={label} hint={hint} error={error} bounds={bounds} value={isWords ? value : undefined}>
      {(control) => (
        <input
          {...control}
          name={name}
          type={kind === 'url' ? 'url' : 'text'}
          dir={isWords ? 'auto' : undefined}
          inputMode={kind === 'decimal' ? 'decimal' : undefined}
          spellCheck={isWords}
          autoCapitalize={isWords ? undefined : 'none'}
          autoComplete="off"
          placeholder={placeholder}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className={kind === 'code' ? `${control.className} font-mono` : control.className}
        />
      )}
    </FieldFrame>
  )
}

/** The minimum height by number of lines: a field that grows with its text would otherwise start with one. */
const LINES = { 2: 'min-h-18', 3: 'min-h-25', 4: 'min-h-32' } as const

/** Text with line breaks; the field grows with its text. */
export function LongField({ rows = 4, placeholder, ...field }: TextProps & { readonly rows?: keyof typeof LINES }) {
  const { name, value, onChange, error, bounds, label, hint } = field
  return (
    <FieldFrame label={label} hint={hint} error={error} bounds={bounds} value={value}>
      {(control) => (
        <textarea
          {...control}
          name={name}
          rows={rows}
          dir="auto"
          placeholder={placeholder}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className={`${control.className} field-sizing-content max-h-[60vh] ${LINES[rows]}`}
        />
      )}
    </FieldFrame>
  )
}

/** A UTC date. @param min the first day that may be chosen, `YYYY-MM-DD`. */
export function DayField({ min, ...field }: FieldProps & LabelProps & { readonly min?: string }) {
  const { name, value, onChange, error, bounds, label, hint } = field
  return (
    <FieldFrame label={label} hint={hint ?? 'It ends at midnight UTC.'} error={error} bounds={bounds}>
      {(control) => (
        <input
          {...control}
          name={name}
          type="date"
          min={min}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className={`${control.className} sm:w-56`}
        />
      )}
    </FieldFrame>
  )
}

export interface Choice {
  readonly value: string
  /** What users wrote in it is a `Name`. */
  readonly label: ReactNode
  readonly hint?: ReactNode
}

/** A choice between a few options, all of them visible. */
export function ChoiceField({ choices, ...field }: FieldProps & LabelProps & { readonly choices: readonly Choice[] }) {
  const { name, value, onChange, error, bounds, label, hint } = field
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <fieldset aria-invalid={error ? true : undefined} aria-describedby={described || undefined}>
      <legend className="font-semibold">{label}</legend>
      {hint ? (
        <p id={`${id}-hint`} className="text-sm text-ink-soft">
          {hint}
        </p>
      ) : null}
      <div className="mt-1 space-y-2">
        {choices.map((choice) => (
          <label
            key={choice.value}
            className="flex min-h-11 cursor-pointer items-start gap-3 rounded-sm border border-rule-strong bg-leaf px-3 py-2.5 has-checked:border-green has-checked:bg-green-wash"
          >
            <input
              type="radio"
              name={name}
              value={choice.value}
              required={bounds.required}
              checked={value === choice.value}
              onChange={() => onChange(choice.value)}
              className="mt-1 size-4 shrink-0 accent-green"
            />
            <span className="min-w-0 [overflow-wrap:anywhere]">
              {choice.label}
              {choice.hint ? <span className="block text-sm text-ink-soft">{choice.hint}</span> : null}
            </span>
          </label>
        ))}
      </div>
      <p id={`${id}-error`} className="mt-1 text-sm font-semibold text-madder">
        {error}
      </p>
    </fieldset>
  )
}

export function CheckField({
  label,
  checked,
  onChange,
}: {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
}) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3">
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="size-5 accent-green"
      />
      {label}
    </label>
  )
}
