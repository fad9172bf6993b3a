'use client'

import { type ReactNode, Suspense, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { ActionAround } from '@/components/forms/form-action'
import { TryAgain } from '@/components/forms/try-again'
import type { WriteState } from '@/components/forms/use-write'
import { WriteResult } from '@/components/forms/write-result'
import { Acted, type Around, Panel } from '@/components/record/actions/action-form'
import { ActionItem } from '@/components/record/actions/action-item'
import { PendingActions } from '@/components/record/actions/pending-actions'
import { actionHash, followActionHash, requestedAction } from '@/components/record/actions/requested-action'
import { useFreshRecord } from '@/components/record/actions/use-fresh-record'
import { bringIntoView } from '@/components/ui/focus'
import { shortAddress } from '@/components/ui/short-address'
import { useStore } from '@/components/ui/store'
import type { Outcome } from '@/components/wallet/signing/job'
import type { Action } from '@/lib/turns/actions'

interface ActionPanelProps<N extends string, R> {
  readonly wallet: string
  /** Reads the record from the service; memoised. */
  readonly read: () => Promise<R>
  /** The `updatedAt` of the record that the page shows. */
  readonly shownAt: string
  /** The wallet's roles on this record: owner, contributor, verifier. Absent if the page shows them elsewhere. */
  readonly roles?: (record: R) => readonly string[]
  readonly actions: (record: R) => readonly Action<N>[]
  readonly form: (name: N, record: R) => ReactNode
}

/** The actions that the viewer's wallet may use on a record now, the others with a reason, and the result of the last one. */
export function ActionPanel<N extends string, R extends { readonly updatedAt: string }>({
  wallet,
  read,
  shownAt,
  roles,
  actions: actionsFor,
  form,
}: ActionPanelProps<N, R>) {
  const { record, failed, isReading, reread } = useFreshRecord(read, shownAt)
  const [result, setResult] = useState<Partial<WriteState>>({})
  const [rest, setRest] = useState<ReactNode>(null)
  const { place, expectGrowth } = useStaysInView(shownAt)
  // Undefined: nothing was chosen yet, so the first action that the record waits for is open.
  const [chosen, setChosen] = useState<N | null | undefined>(undefined)
  const acted = useCallback(
    (recorded: Outcome) => {
      setResult({ outcome: recorded })
      setChosen(null)
      expectGrowth()
      void reread()
    },
    [reread, expectGrowth],
  )
  const around = useMemo(
    (): Around => ({
      reread: () => void reread(),
      gone: (fault) => setResult({ fault }),
      goOn(restOf) {
        const end = (outcome: Outcome) => {
          // Another write may have taken its place.
          setRest((now) => (now === shown ? null : now))
          setResult({ outcome })
          expectGrowth()
          void reread()
        }
        const shown = restOf(end)
        setResult({})
        setChosen(null)
        setRest(shown)
        expectGrowth()
        void reread()
      },
    }),
    [reread, expectGrowth],
  )

  const actions = record ? actionsFor(record) : []
  const possible = actions.filter(({ refusal }) => refusal === null)
  const others = actions.filter(({ refusal }) => refusal !== null)
  const open = chosen === undefined ? possible.find(({ aside }) => !aside)?.name : chosen
  const list = useRef<HTMLUListElement>(null)
  const requested = useStore(requestedAction)
  useEffect(() => {
    followActionHash()
    // What this page could not open is not opened on the next one.
    return () => requestedAction.set(null)
  }, [])
  const wanted = possible.find(({ name }) => name === requested)?.name
  const [isFormThere, setFormThere] = useState(false)
  // A form that unfolds in the list by itself would move what somebody is about to press.
  const unfoldsItself = chosen === undefined && open !== undefined && wanted === undefined
  const isPending = !failed && (!record || (unfoldsItself && !isFormThere))
  useEffect(() => {
    if (wanted === undefined) return
    requestedAction.set(null)
    setChosen(wanted)
    list.current?.querySelector<HTMLElement>(`[data-action="${wanted}"] button`)?.focus()
  }, [wanted])
  return (
    <Acted value={acted}>
      <div ref={place}>
        <WriteResult write={result} />
        {rest}
      </div>
      {failed ? (
        <TryAgain words="What your wallet may do could not be read." again={() => void reread()} className="mt-3" />
      ) : null}
      {isPending ? <PendingActions /> : null}
      {record ? (
        <div hidden={isPending}>
          {roles ? (
            <p className="mt-3 text-ink-soft">
              Your wallet <span className="mono">{shortAddress(wallet)}</span> {roleWords(roles(record))}
              {possible.length === 0 ? ' Nothing for you to do.' : null}
            </p>
          ) : null}
          <ul ref={list} className="mt-4 border-t border-rule">
            {possible.map((action) => (
              <ActionItem
                key={action.name}
                action={action}
                open={action.name === open}
                isBeingRead={isReading}
                toggle={() => setChosen(action.name === open ? null : action.name)}
              >
                <Suspense fallback={<p className="text-ink-soft">Loading the form …</p>}>
                  <ActionAround value={{ title: action.title, hash: actionHash(action.name) }}>
                    <Panel value={around}>{form(action.name, record)}</Panel>
                  </ActionAround>
                  <Mounted then={setFormThere} />
                </Suspense>
              </ActionItem>
            ))}
            {others.map((action) => (
              <ActionItem key={action.name} action={action} />
            ))}
          </ul>
        </div>
      ) : null}
    </Acted>
  )
}

/**
 * What was recorded makes the page grow, often above the result: then the result is brought into view again, once, if its reader is
 * still there.
 * @param shownAt the `updatedAt` of the record that the page shows.
 */
function useStaysInView(shownAt: string) {
  const place = useRef<HTMLDivElement>(null)
  const shown = useRef(shownAt)
  shown.current = shownAt
  const expectedFrom = useRef<string | null>(null)
  useLayoutEffect(() => {
    if (expectedFrom.current === null || expectedFrom.current === shownAt) return
    expectedFrom.current = null
    if (place.current?.contains(document.activeElement)) bringIntoView(document.activeElement)
  }, [shownAt])
  const expectGrowth = useCallback(() => {
    expectedFrom.current = shown.current
  }, [])
  return { place, expectGrowth }
}

/** Tells once what stands beside it in a `Suspense` is loaded. */
function Mounted({ then }: { then: (isMounted: true) => void }) {
  useEffect(() => then(true), [then])
  return null
}

function roleWords(roles: readonly string[]): string {
  if (roles.length === 0) return 'has no part in this record yet.'
  return `is ${new Intl.ListFormat('en').format(roles)} here.`
}
