'use client'

import { useAgentRequest } from '@/components/agent/use-agent-request'
import { Button } from '@/components/forms/button'
import { TryAgain } from '@/components/forms/try-again'
import { WouldRecord } from '@/components/forms/would-record'
import { WriteResult } from '@/components/forms/write-result'
import { Fact, Facts } from '@/components/ui/facts'
import { Notice } from '@/components/ui/notice'
import { ExactText } from '@/components/ui/raw'
import { Moment } from '@/components/ui/times'
import { ActingAs } from '@/components/wallet/acting-as'
import { ConnectButton, Gate } from '@/components/wallet/gate'
import { JudgedLink } from '@/components/wallet/signing/judged-link'
import type { AgentRequestView, OpenedAgentRequest } from '@/lib/agent-requests/schemas'
import type { Trial as Shown } from '@/lib/api/request'

const ENDED: Readonly<Record<Exclude<AgentRequestView['state'], 'waiting'>, string>> = {
  finished: 'This was recorded already. It acts once.',
  stopped: 'This was stopped. Nothing was recorded.',
  expired: 'This has run out. Nothing was recorded; your agent can ask anew.',
}

/** Who asks, what will be recorded, the exact text, and the buttons to finish or stop it. */
export function AgentRequest({ handle }: { handle: string }) {
  const { asked, trial, fault, write, again, finish, stop } = useAgentRequest(handle)
  const isOver = write.outcome !== null
  return (
    <div className="max-w-prose space-y-8" aria-busy={write.busy}>
      {asked ? <Asked asked={asked} /> : null}
      {asked && asked.state !== 'waiting' && !isOver ? <Notice tone="warning">{ENDED[asked.state]}</Notice> : null}
      {fault && !isOver ? <TryAgain words={fault} again={again} /> : null}
      {trial && asked && !isOver ? <Trial asked={asked} trial={trial} /> : null}
      {asked?.state === 'waiting' && !isOver ? (
        <Gate signedOut={<SignedOut />}>
          {() => (
            <div className="space-y-4">
              <ActingAs />
              <div className="flex flex-wrap gap-4">
                {trial ? (
                  <Button kind="primary" busy={write.busy} onClick={() => finish(asked, trial)}>
                    {asked.isSigned ? 'Sign and record it' : 'Record it'}
                  </Button>
                ) : null}
                <Button kind="refuse" busy={write.busy} onClick={() => stop(asked)}>
                  Stop it
                </Button>
              </div>
            </div>
          )}
        </Gate>
      ) : null}
      <WriteResult write={write} />
    </div>
  )
}

function Asked({ asked }: { asked: OpenedAgentRequest }) {
  const { agent, summary, method, path, body, expiresAt } = asked
  return (
    <Facts>
      <Fact name="Who asks">
        <bdi>{agent}</bdi>
        <span className="block text-sm text-ink-soft">
          The program calls itself so. Nobody has checked the name: what counts is that you asked it.
        </span>
      </Fact>
      <Fact name="What it asks for">{summary}</Fact>
      <Fact name="Until">
        <Moment at={expiresAt} />
      </Fact>
      {body === null ? null : (
        <Fact name="Word for word">
          <ExactText className="mt-1" text={`${method} ${path}\n\n${JSON.stringify(body, null, 2)}`} />
        </Fact>
      )}
    </Facts>
  )
}

function SignedOut() {
  return (
    <div className="space-y-4">
      <p className="text-ink-soft">
        Connect the wallet that is to act. You then see what would be recorded before anything is. Signing in takes one
        signature, costs nothing and sends no transaction.
      </p>
      <ConnectButton kind="primary">Connect a wallet</ConnectButton>
    </div>
  )
}

/** What would be recorded, from the service's dry run of the write; the exact text for a signed action. */
function Trial({ asked, trial }: { asked: OpenedAgentRequest; trial: Shown }) {
  const { message } = trial
  if (asked.isSigned && typeof message === 'string')
    return (
      <section aria-labelledby="trial" className="space-y-3">
        <h2 id="trial" className="text-2xl">
          The exact text that your wallet signs
        </h2>
        <ExactText text={message} />
        <JudgedLink message={message} />
        <p className="text-sm text-ink-soft">Its nonce and its times are made anew when you sign.</p>
      </section>
    )
  return (
    <section aria-labelledby="trial" className="space-y-4">
      <h2 id="trial" className="text-2xl">
        What will be recorded, in public and for good
      </h2>
      <WouldRecord trial={trial} />
    </section>
  )
}
