'use client'

import { useRef } from 'react'
import { ApiError } from '@/client/src/errors'
import { Button } from '@/components/forms/button'
import { OlderOnes } from '@/components/record/older-ones'
import { PagesNewsAgain } from '@/components/record/pages-news'
import { olderWords, usePages } from '@/components/record/use-pages'
import { Icon } from '@/components/ui/icon'
import { Moment } from '@/components/ui/times'
import { listAgentRequests, stopAgentRequest } from '@/lib/agent-requests/contract'
import type { AgentRequestView } from '@/lib/agent-requests/schemas'
import { request } from '@/lib/api/request'
import { nameInWords } from '@/lib/text/name-in-words'

const REQUESTS = {
  read: async (cursor: string | null) => {
    const page = await request(listAgentRequests, { query: cursor ? { cursor } : {} })
    return { items: page.agentRequests, nextCursor: page.nextCursor }
  },
  words: olderWords,
  unexpected: 'Something unexpected happened. Try again.',
}

const STATES: Readonly<Record<AgentRequestView['state'], string>> = {
  waiting: 'Waits for your wallet',
  finished: 'Recorded by your wallet',
  stopped: 'Stopped by you',
  expired: 'Ran out, nothing recorded',
}

/** The requests of agents without a token to the signed-in wallet, with a button to stop waiting ones. */
export function AgentRequests() {
  const requests = usePages<AgentRequestView>(REQUESTS)
  const { items, busy, fault, said } = requests
  const head = useRef<HTMLHeadingElement>(null)
  const stop = ({ id }: AgentRequestView) => {
    // The pressed button is removed, so the focus moves first.
    head.current?.focus()
    requests.act(async () => {
      const state = await request(stopAgentRequest, { params: { id }, body: {} }).then(
        ({ agentRequest }) => agentRequest.state,
        async (refusal: unknown) => {
          // It has ended meanwhile. The list has its state.
          if (!(refusal instanceof ApiError && refusal.status === 409)) throw refusal
          const { items: now } = await REQUESTS.read(null)
          return now.find((item) => item.id === id)?.state ?? ('expired' as const)
        },
      )
      return {
        said: state === 'stopped' ? 'It is stopped, and the agent is told.' : 'It had ended already.',
        items: (shown) => shown.map((item) => (item.id === id ? { ...item, state } : item)),
      }
    })
  }
  return (
    <section aria-labelledby="agents" aria-busy={busy} className="mt-12">
      <h2 id="agents" ref={head} tabIndex={-1} className="text-2xl outline-none">
        What agents asked your wallet for
      </h2>
      <p className="mt-2 max-w-prose text-ink-soft">
        Agents without a token record nothing by themselves: you finish it on its own page. What an agent with a token
        does, it does in the session above; end that to stop it.
      </p>
      <PagesNewsAgain said={said} fault={fault} again={requests.again} />
      {items?.length === 0 ? <p className="mt-4 text-ink-soft">No agent has asked yet.</p> : null}
      {items && items.length > 0 ? (
        <ul className="mt-4 border-t border-rule">
          {items.map((item) => (
            <Entry key={item.id} item={item} busy={busy} onStop={() => stop(item)} />
          ))}
        </ul>
      ) : null}
      <div className="mt-6 empty:hidden">
        <OlderOnes pages={requests} />
      </div>
    </section>
  )
}

function Entry({ item, busy, onStop }: { item: AgentRequestView; busy: boolean; onStop: () => void }) {
  const { agent, operationId, state, createdAt } = item
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-3 border-b border-rule py-4 sm:grid-cols-[auto_minmax(0,1fr)_auto] sm:items-center">
      <Icon name={state === 'finished' ? 'seal' : 'raw'} className="mt-1 size-5 text-ink-soft sm:mt-0" />
      <div className="min-w-0">
        <p className="font-semibold">{nameInWords(operationId)}</p>
        <p className="text-sm text-ink-soft [overflow-wrap:anywhere]">
          {STATES[state]}. Asked by <bdi>{agent}</bdi> <Moment at={createdAt} />
        </p>
      </div>
      {state === 'waiting' ? (
        <div className="max-sm:col-start-2">
          <Button kind="refuse" busy={busy} onClick={onStop}>
            Stop<span className="sr-only">: {nameInWords(operationId)}</span>
          </Button>
        </div>
      ) : null}
    </li>
  )
}
