'use client'

import { type DragEvent, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { Button } from '@/components/forms/button'
import { lazyPart } from '@/components/record/lazy-part'
import { Notice } from '@/components/ui/notice'
import { whenIdle } from '@/components/ui/when-idle'
import type { Checked } from '@/components/verify/checker'
import { FILE_BYTES_MAX, holdsReceipt, textOf } from '@/components/verify/fragment'
import type { KeyPeriod } from '@/lib/verify/key-period'

type Outcome = 'nothing' | 'checking' | { fault: string } | { checked: Checked; name: string }

const loadChecker = () => import('@/components/verify/checker')

/** The result view is as large as the rest of the page and is needed only once there is a file. */
const loadResult = () => import('@/components/verify/checked-receipt')

const CheckedReceipt = lazyPart(loadResult, 'CheckedReceipt')

const CHECKING = 'Checking …'

/** @returns whether everything that a check needs is loaded. */
async function prepareChecker(): Promise<boolean> {
  try {
    const [checker] = await Promise.all([loadChecker(), loadResult()])
    await checker.prepare()
    return true
  } catch {
    return false
  }
}

async function outcomeOf(text: string, name: string, trusted: readonly KeyPeriod[]): Promise<Outcome> {
  try {
    const checked = await (await loadChecker()).checkFile(text, trusted)
    return checked
      ? { checked, name }
      : {
          fault: `${name} holds no receipt in the form that this service issues. Choose the JSON from a receipt’s page.`,
        }
  } catch {
    return { fault: 'The checker could not be loaded. Try again once you are online.' }
  }
}

/**
 * Checks a receipt file in the browser. The checker is loaded while the page is idle; after that, no request is sent to any
 * server.
 * @param trusted the keys that this site signs with; empty where it cannot read them now.
 * @param icons rendered on the server: otherwise the page's first scripts would contain all icons.
 */
export function ReceiptChecker({
  trusted,
  icons,
}: {
  trusted: readonly KeyPeriod[]
  icons: { readonly receipt: ReactNode; readonly paste: ReactNode }
}) {
  const [outcome, setOutcome] = useState<Outcome>('nothing')
  const [isReady, setReady] = useState(false)
  const [isOver, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  /** What was given last is shown, also where what was given before takes longer. */
  const given = useRef(0)

  const show = useCallback(async (find: () => Promise<Outcome>) => {
    given.current += 1
    const mine = given.current
    setOutcome('checking')
    const found = await find()
    if (given.current === mine) setOutcome(found)
  }, [])
  const check = useCallback(
    (name: string, read: () => Promise<string | null>, unread: string) =>
      show(async () => {
        const text = await read().catch(() => null)
        return text === null ? { fault: unread } : outcomeOf(text, name, trusted)
      }),
    [show, trusted],
  )

  // Another function for each outcome, so that React calls it for each, once its first line is there.
  const takeFocus = useCallback(
    (line: HTMLElement | null) => {
      if (typeof outcome === 'object') line?.focus()
    },
    [outcome],
  )

  useEffect(() => whenIdle(() => void prepareChecker().then(setReady)), [])
  useEffect(() => {
    const read = async () => {
      if (!holdsReceipt(location.hash)) return
      const { hash } = location
      const cut = 'This link holds no whole receipt: it may have been cut.'
      await check('The receipt in this link', () => textOf(hash), cut)
    }
    void read()
    window.addEventListener('hashchange', read)
    return () => window.removeEventListener('hashchange', read)
  }, [check])

  async function take(file: File | undefined) {
    if (!file) return
    if (file.size > FILE_BYTES_MAX) await show(async () => ({ fault: `${file.name} is larger than any receipt.` }))
    else await check(file.name, () => file.text(), `${file.name} could not be read.`)
  }

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    void take(event.dataTransfer.files[0])
  }

  return (
    <>
      <section
        aria-label="Receipt to check"
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={`border-2 border-dashed px-6 py-10 text-center ${isOver ? 'border-green bg-green-wash' : 'border-rule-strong bg-leaf'}`}
      >
        {icons.receipt}
        <p className="mt-3 font-display text-xl">Drop a receipt file here</p>
        <div className="mt-4">
          <input
            ref={input}
            type="file"
            accept=".json,application/json"
            aria-label="Receipt file"
            className="sr-only"
            tabIndex={-1}
            onChange={(event) => {
              void take(event.target.files?.[0])
              event.target.value = ''
            }}
          />
          <Button kind="primary" onClick={() => input.current?.click()}>
            Choose a file
          </Button>
        </div>
        <PastedText icon={icons.paste} onText={(text) => show(() => outcomeOf(text, 'The pasted text', trusted))} />
        <p className="mt-5 text-sm text-ink-soft">
          {isReady
            ? 'The checker is here. You may go offline now: the file never leaves your browser.'
            : 'The file never leaves your browser.'}
        </p>
      </section>
      {/* Not the result, which is a whole receipt: it is not read out but has the focus, at its first line. */}
      <p role="status" className="mt-8">
        {outcome === 'checking' ? CHECKING : null}
      </p>
      {typeof outcome === 'object' && 'fault' in outcome ? (
        <div ref={takeFocus} tabIndex={-1} className="outline-none">
          <Notice tone="fault">{outcome.fault}</Notice>
        </div>
      ) : null}
      {typeof outcome === 'object' && 'checked' in outcome ? (
        <Suspense fallback={<p>{CHECKING}</p>}>
          <CheckedReceipt
            checked={outcome.checked}
            name={outcome.name}
            areKeysKnown={trusted.length > 0}
            onShown={takeFocus}
          />
        </Suspense>
      ) : null}
    </>
  )
}

/** The alternative input: the text of a receipt file. */
function PastedText({ icon, onText }: { icon: ReactNode; onText: (text: string) => Promise<void> }) {
  const submit = (form: FormData) => {
    const text = form.get('receipt')
    return typeof text === 'string' ? onText(text) : undefined
  }
  return (
    <details className="mx-auto mt-4 max-w-2xl">
      <summary className="inline-flex min-h-11 items-center gap-1.5 text-sm text-ink-soft hover:text-green">
        {icon}
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
            className="mt-1.5 block w-full rounded-sm border border-rule-strong bg-paper px-3 py-2 font-mono"
          />
        </label>
        <div className="mt-3">
          <Button submits>Check the text</Button>
        </div>
      </form>
    </details>
  )
}
