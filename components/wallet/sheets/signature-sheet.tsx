import { useEffect, useState } from 'react'
import { Countdown } from '@/components/ui/countdown'
import { Icon } from '@/components/ui/icon'
import { Name, Prose } from '@/components/ui/prose'
import { shortAddress } from '@/components/ui/short-address'
import { useStore } from '@/components/ui/store'
import { TextLink } from '@/components/ui/text-link'
import { OtherBrowser } from '@/components/wallet/sheets/other-browser'
import { SheetFrame } from '@/components/wallet/sheets/sheet-frame'
import type { SignatureFlow, SignatureView } from '@/components/wallet/sheets/sheets'
import { SignatureActions, SignatureNote } from '@/components/wallet/sheets/signature-phase'
import type { Outcome } from '@/components/wallet/signing/job'
import { JudgedLink } from '@/components/wallet/signing/judged-link'
import type { SignaturePhase } from '@/components/wallet/signing/phases'
import { type Said, saidOf } from '@/components/wallet/signing/said'
import { useWallet } from '@/components/wallet/wallet-store'
import { singleMarks } from '@/lib/text/quoted'

export function SignatureSheet({ flow }: { flow: SignatureFlow }) {
  const view = useStore(flow.view)
  const { phase } = view
  // The sheet cannot be closed while the signature is being sent.
  const leave = phase.at === 'recording' ? undefined : () => flow.leave()
  return (
    <SheetFrame
      title={flow.title}
      step={phase.at}
      onLeave={leave}
      actions={<SignatureActions flow={flow} view={view} />}
    >
      <SignatureSteps phase={phase} />
      <div role="status">
        <SignatureNote flow={flow} phase={phase} />
      </div>
      {phase.at === 'recorded' ? (
        <Recorded outcome={phase.outcome} onFollow={() => flow.leave()} />
      ) : phase.at === 'stopped' ? null : (
        <SignatureText flow={flow} view={view} />
      )}
      {flow.elsewhere && view.text && CAN_MOVE.has(phase.at) ? (
        <OtherBrowser nonce={view.text.nonce} address={flow.address} onRecorded={flow.elsewhere} />
      ) : null}
    </SheetFrame>
  )
}

function Recorded({ outcome, onFollow }: { outcome: Outcome; onFollow: () => void }) {
  return (
    <div className="flex items-start gap-4 py-4">
      <Icon name="seal" className="size-10 text-green" />
      <div className="min-w-0 space-y-2 [overflow-wrap:anywhere]">
        <p className="text-lg">{outcome.words}</p>
        {outcome.href ? (
          <p>
            <TextLink href={outcome.href} onClick={onFollow}>
              {outcome.link ?? 'See it'}
            </TextLink>
          </p>
        ) : null}
      </div>
    </div>
  )
}

const STEPS = ['Prepared', 'In your wallet', 'Recorded'] as const

/** Where another browser may sign: an expired text too, which may have been recorded there before. */
const CAN_MOVE: ReadonlySet<SignaturePhase['at']> = new Set([
  'prepared',
  'waiting',
  'other-account',
  'failed',
  'expired',
])
const IN_WALLET: ReadonlySet<SignaturePhase['at']> = new Set(['waiting', 'recording', 'smart-account'])

function stepOf(phase: SignaturePhase): number {
  if (phase.at === 'recorded') return 2
  const isBeyond = phase.at === 'failed' ? phase.again !== 'prepare' : IN_WALLET.has(phase.at)
  return isBeyond ? 1 : 0
}

/** The three steps of every signature, with the current one marked. */
function SignatureSteps({ phase }: { phase: SignaturePhase }) {
  const now = stepOf(phase)
  return (
    <ol className="flex gap-2 text-sm">
      {STEPS.map((word, step) => {
        const done = step < now || phase.at === 'recorded'
        return (
          <li
            key={word}
            aria-current={step === now ? 'step' : undefined}
            className="flex flex-1 items-center gap-1.5 border-t-2 border-rule pt-1.5 text-ink-soft aria-[current]:border-green aria-[current]:font-semibold aria-[current]:text-green"
          >
            {done ? <Icon name="check" className="size-4 text-green" /> : <span>{step + 1}</span>}
            {word}
            {done ? <span className="sr-only"> (done)</span> : null}
          </li>
        )
      })}
    </ol>
  )
}

/** The meaning of the text in one sentence, above the text itself, which consists mostly of ids. */
function Sentence({ flow, view }: { flow: SignatureFlow; view: SignatureView }) {
  const message = view.text?.message
  const [said, setSaid] = useState<Said | null>(null)
  useEffect(() => {
    if (message === undefined || flow.isSignIn) return
    const left = new AbortController()
    saidOf(message, left.signal).then(
      (sentence) => left.signal.aborted || setSaid(sentence),
      () => undefined,
    )
    return () => left.abort()
  }, [message, flow.isSignIn])
  if (flow.isSignIn)
    return (
      <p className="text-lg">
        You sign in to {location.host} as{' '}
        <span className="font-mono text-base whitespace-nowrap">{shortAddress(flow.address)}</span>, and nothing else.
      </p>
    )
  if (!said) return null
  return (
    <>
      <p className="text-lg [overflow-wrap:anywhere]">
        {said.sentence.map((piece, at) =>
          typeof piece === 'string' ? (
            piece
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one sentence keep their places.
            <q key={at} className="font-semibold">
              <Name text={singleMarks(piece.theirs)} />
            </q>
          ),
        )}
      </p>
      <blockquote className="border-l-2 border-rule-strong pl-4 font-semibold">
        <Prose text={said.words} asTyped />
      </blockquote>
    </>
  )
}

function SignatureText({ flow, view }: { flow: SignatureFlow; view: SignatureView }) {
  const { connected } = useWallet()
  return (
    <>
      <Sentence flow={flow} view={view} />
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-0.5 text-sm">
        <dt className="caption text-sm">Asked by</dt>
        <dd className="font-semibold break-all">{location.host}</dd>
        <dt className="caption text-sm">Signed by</dt>
        <dd title={flow.address}>
          <span className="font-mono">{shortAddress(flow.address)}</span>
          {connected?.address === flow.address ? ` in ${connected.walletName}` : null}
        </dd>
        <dt className="caption text-sm">Good until</dt>
        <dd>{view.text ? <Countdown endsAt={view.endsAt} /> : '…'}</dd>
      </dl>
      {view.text ? <JudgedLink message={view.text.message} /> : null}
      {view.text ? (
        <section
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be in reach of the keyboard.
          tabIndex={0}
          aria-label="The exact text"
          className="max-h-[30dvh] overflow-y-auto border border-rule-strong bg-vellum p-3"
        >
          <pre className="font-mono text-xs leading-relaxed whitespace-pre-wrap [overflow-wrap:anywhere]">
            {view.text.message}
          </pre>
        </section>
      ) : (
        <div className="h-40 bg-vellum motion-safe:animate-pulse" aria-hidden="true" />
      )}
    </>
  )
}
