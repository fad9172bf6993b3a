'use client'

import { useEffect, useState } from 'react'
import { Button } from '@/components/forms/button'
import { type DraftPlace, keepDraft, listDrafts } from '@/components/forms/kept-drafts'
import { TextLink } from '@/components/ui/text-link'

/** What was typed in this browser and not recorded yet. */
export function useTypedDrafts() {
  const [drafts, setDrafts] = useState<readonly DraftPlace[]>([])
  useEffect(() => setDrafts(listDrafts()), [])
  const discard = (key: string) => {
    keepDraft(key, null)
    setDrafts(listDrafts())
  }
  return { drafts, discard }
}

export function TypedDrafts({ drafts, discard }: ReturnType<typeof useTypedDrafts>) {
  return drafts.map(({ key, path, title }) => (
    <li
      key={key}
      className="grid items-center gap-x-6 gap-y-3 border-b border-rule py-4 sm:grid-cols-[minmax(0,1fr)_auto]"
    >
      <div className="min-w-0">
        <p className="caption">Typed on this device</p>
        <h3 className="text-lg [overflow-wrap:anywhere]">
          <TextLink href={path} className="decoration-green hover:underline">
            {title}
          </TextLink>
        </h3>
      </div>
      <Button onClick={() => discard(key)}>
        Discard<span className="sr-only">: {title}</span>
      </Button>
    </li>
  ))
}
