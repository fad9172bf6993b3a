'use client'

import { useRef } from 'react'
import { ApiError } from '@/client/src/errors'
import { Button } from '@/components/forms/button'
import { OlderOnes } from '@/components/record/older-ones'
import { PagesNewsAgain } from '@/components/record/pages-news'
import { olderWords, usePages } from '@/components/record/use-pages'
import { Icon } from '@/components/ui/icon'
import { Moment } from '@/components/ui/times'
import { keepSession } from '@/components/wallet/session'
import { request } from '@/lib/api/request'
import { listSessions, revokeAllSessions, revokeSession } from '@/lib/auth/contract'
import type { OpenSessionView } from '@/lib/auth/schemas'

const SESSIONS = {
  read: async (cursor: string | null) => {
    const page = await request(listSessions, { query: cursor ? { cursor } : {} })
    return { items: page.sessions, nextCursor: page.nextCursor }
  },
  words: olderWords,
  unexpected: 'Something unexpected happened. Try again.',
}

const KINDS = {
  cookie: { icon: 'wallet', word: 'Browser' },
  bearer: { icon: 'raw', word: 'API token' },
} as const

const countWords = (count: number, hasMore: boolean) =>
  `${count}${hasMore ? ' or more' : ''} open ${count === 1 && !hasMore ? 'session' : 'sessions'}`

export function SessionList() {
  const sessions = usePages<OpenSessionView>(SESSIONS)
  const { items, busy, fault, said, nextCursor } = sessions
  const summary = useRef<HTMLParagraphElement>(null)
  const revoke = (session: OpenSessionView) => {
    // The pressed button is removed with its entry, so the focus moves first.
    summary.current?.focus()
    sessions.act(async () => {
      await request(revokeSession, { params: { id: session.id }, body: {} }).catch((fault: unknown) => {
        // The session has already ended.
        if (!(fault instanceof ApiError && fault.status === 404)) throw fault
      })
      if (session.current) keepSession(null)
      return { said: 'The session has ended.', items: (shown) => shown.filter(({ id }) => id !== session.id) }
    })
  }
  const revokeAll = () =>
    sessions.act(async () => {
      await request(revokeAllSessions, { body: {} })
      keepSession(null)
      return {}
    })
  return (
    <div aria-busy={busy}>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p ref={summary} tabIndex={-1} className="text-ink-soft outline-none">
          {items === null ? 'Reading your sessions …' : countWords(items.length, nextCursor !== null)}
        </p>
        {items === null ? null : (
          <Button kind="refuse" busy={busy} onClick={revokeAll}>
            Sign out everywhere
          </Button>
        )}
      </div>
      <PagesNewsAgain said={said} fault={fault} again={sessions.again} />
      {items === null ? null : (
        <ul className="mt-4 border-t border-rule">
          {items.map((session) => (
            <Entry key={session.id} session={session} busy={busy} onRevoke={() => revoke(session)} />
          ))}
        </ul>
      )}
      <div className="mt-6 empty:hidden">
        <OlderOnes pages={sessions} />
      </div>
    </div>
  )
}

function Entry({ session, busy, onRevoke }: { session: OpenSessionView; busy: boolean; onRevoke: () => void }) {
  const { delivery, createdAt, expiresAt, current } = session
  const { icon, word } = KINDS[delivery]
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-3 border-b border-rule py-4 sm:grid-cols-[auto_minmax(0,1fr)_auto] sm:items-center">
      <Icon name={icon} className={`mt-1 size-5 sm:mt-0 ${current ? 'text-green' : 'text-ink-soft'}`} />
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-3 font-semibold">
          {word}
          {current ? (
            <span className="rounded-sm border border-green/60 px-1.5 text-xs font-semibold text-green">This one</span>
          ) : null}
        </p>
        <p className="text-sm text-ink-soft">
          Signed in <Moment at={createdAt} />
          <span className="block sm:inline">
            <span className="max-sm:hidden">, </span>ends <Moment at={expiresAt} />
          </span>
        </p>
      </div>
      <div className="max-sm:col-start-2">
        <Button busy={busy} onClick={onRevoke}>
          {current ? 'Sign out here' : 'Revoke'}
          <span className="sr-only">
            : {word}, signed in <Moment at={createdAt} />
          </span>
        </Button>
      </div>
    </li>
  )
}
