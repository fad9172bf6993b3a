'use client'

import { type FormEvent, useId, useState } from 'react'
import { Button } from '@/components/forms/button'
import { ExactText } from '@/components/ui/raw'

export interface TryItProps {
  readonly path: string
  readonly parameters: readonly TryItParameter[]
}

interface TryItParameter {
  readonly name: string
  readonly in: 'path' | 'query'
  /** The read is refused without it. */
  readonly required: boolean
  readonly hint: string
}

const SHOWN_CHARS_MAX = 20_000

function addressOf({ path, parameters }: TryItProps, form: FormData): string {
  const value = (name: string) => String(form.get(name) ?? '').trim()
  const filled = path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(value(name)))
  const search = new URLSearchParams()
  for (const parameter of parameters) {
    if (parameter.in === 'query' && value(parameter.name)) search.set(parameter.name, value(parameter.name))
  }
  return search.size > 0 ? `${filled}?${search}` : filled
}

async function ask(address: string) {
  const began = performance.now()
  const response = await fetch(address, { headers: { accept: 'application/json' } })
  const text = await response.text()
  const took = Math.round(performance.now() - began)
  const pretty = response.headers.get('content-type')?.includes('json')
    ? JSON.stringify(JSON.parse(text), null, 2)
    : text
  const rest = pretty.length - SHOWN_CHARS_MAX
  return {
    line: `${response.status} ${response.statusText}, ${took} ms, ${text.length.toLocaleString('en')} characters`,
    body: rest > 0 ? `${pretty.slice(0, SHOWN_CHARS_MAX)}\n… and ${rest.toLocaleString('en')} characters more` : pretty,
  }
}

export function TryItPanel(props: TryItProps) {
  const id = useId()
  const [busy, setBusy] = useState(false)
  const [answer, setAnswer] = useState<{ line: string; body: string } | null>(null)

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const address = addressOf(props, new FormData(event.currentTarget))
    setBusy(true)
    setAnswer(
      await ask(address).catch(() => ({ line: 'Nothing answered. Check your connection and try again.', body: '' })),
    )
    setBusy(false)
  }

  return (
    <form onSubmit={send} className="border border-rule-strong bg-leaf px-4 py-4">
      <div className="grid gap-4 sm:grid-cols-2">
        {props.parameters.map((parameter) => (
          <label key={parameter.name} htmlFor={`${id}-${parameter.name}`} className="block">
            <code className="font-mono text-sm">{parameter.name}</code>
            <span className="ml-2 text-sm text-ink-soft">{parameter.hint}</span>
            <input
              id={`${id}-${parameter.name}`}
              name={parameter.name}
              required={parameter.required}
              autoComplete="off"
              spellCheck={false}
              className="mt-1.5 block min-h-11 w-full rounded-sm border border-rule-strong bg-paper px-3 font-mono"
            />
          </label>
        ))}
      </div>
      <div className={props.parameters.length > 0 ? 'mt-4' : ''}>
        <Button kind="primary" submits busy={busy}>
          {busy ? 'Asking …' : 'Send'}
        </Button>
      </div>
      {/* The line alone is announced: the body may be many pages long. */}
      <p role="status" className="text-sm font-semibold not-empty:mt-4">
        {answer?.line}
      </p>
      {answer?.body ? <ExactText text={answer.body} className="mt-2" /> : null}
    </form>
  )
}
