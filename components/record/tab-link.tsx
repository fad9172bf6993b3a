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

/** Scrolls the row of links, and not the page, if the link is not wholly in view: then it stands in the middle. */
function bringIntoView(link: HTMLElement | null): void {
  const row = link?.closest('nav')
  if (!link || !row) return
  const [edge, box] = [row.getBoundingClientRect(), link.getBoundingClientRect()]
  if (box.left < edge.left || box.right > edge.right)
    row.scrollLeft += (box.left + box.right - edge.left - edge.right) / 2
}

/** A link to a part of a record; it is marked while a phone shows that part, and then it is in view. */
export function TabLink({ id, word, className }: { id: string; word: string; className: string }) {
  const isShown = useSyncExternalStore(
    onHashChange,
    () => isCurrent(id),
    () => false,
  )
  return (
    <a
      ref={isShown ? bringIntoView : null}
      href={`#${id}`}
      aria-current={isShown ? 'location' : undefined}
      className={className}
    >
      {word}
    </a>
  )
}
