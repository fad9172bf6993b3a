'use client'

import { type ComponentType, lazy } from 'react'

function NotLoaded() {
  return (
    <p role="alert" className="border-l-2 border-madder bg-madder-wash px-4 py-3 text-madder">
      This part of the page could not be loaded. Check your connection and load the page again; nothing typed is lost.
    </p>
  )
}

/** A part of a page that is loaded when it is needed. One that cannot be loaded says so in its own place. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy<ComponentType<Props>>(() =>
    load().then(
      (part) => ({ default: part }),
      () => ({ default: NotLoaded }),
    ),
  )
}
