import { Button } from '@/components/forms/button'
import { Icon } from '@/components/ui/icon'

/** The other way in: the text of a receipt file. */
export function PastedText({ onText }: { onText: (text: string) => Promise<void> }) {
  const submit = (form: FormData) => {
    const text = form.get('receipt')
    return typeof text === 'string' ? onText(text) : undefined
  }
  return (
    <details className="mx-auto mt-4 max-w-2xl">
      <summary className="inline-flex min-h-11 items-center gap-1.5 text-sm text-ink-soft hover:text-green">
        <Icon name="raw" className="turns size-3.5" />
        Or paste its text
      </summary>
      <form
        className="mt-2 text-left"
        onSubmit={(event) => {
          event.preventDefault()
          void submit(new FormData(event.currentTarget))
        }}
      >
        <label className="block">
          <span className="caption">Text of the file</span>
          <textarea
            name="receipt"
            rows={8}
            required
            spellCheck={false}
            className="mt-1 block w-full rounded-sm border border-rule-strong bg-paper px-3 py-2 font-mono text-xs"
          />
        </label>
        <div className="mt-3">
          <Button submits>Check the text</Button>
        </div>
      </form>
    </details>
  )
}
