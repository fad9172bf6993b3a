'use client'

import { useSyncExternalStore } from 'react'

const byId = (id: string) => document.getElementById(id)

/** Whether a part is the one that a phone shows: the one that the address names, or names something in, or the first. */
function isCurrent(id: string): boolean {
  const target = byId(window.location.hash.slice(1))
  if (target === null) return byId(id)?.closest('.part-first') != null
  const shown = target.closest('.parts > *')
  return shown === null ? target.id === id : shown.contains(byId(id))
}

function onHashChange(changed: () => void): () => void {
  window.addEventListener('hashchange', changed)
  return () => window.removeEventListener('hashchange', changed)
}

/** Scrolls the row of links, and not the page, until the whole link is seen and the next one begins. */
function bringIntoView(link: HTMLElement | null): void {
  const row = link?.closest('nav')
  if (link && row) row.scrollLeft = link.offsetLeft + link.offsetWidth + 60 - row.clientWidth
}

/** A link to a part of a record; it is marked while a phone shows that part, and then it is in view. */
export function TabLink({ id, word }: { id: string; word: string }) {
  const isShown = useSyncExternalStore(
    onHashChange,
    () => isCurrent(id),
    () => false,
  )
  return (
    <a ref={isShown ? bringIntoView : null} href={`#${id}`} aria-current={isShown ? 'location' : undefined}>
      {word}
    </a>
  )
}
