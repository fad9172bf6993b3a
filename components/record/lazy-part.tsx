'use client'

import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { Notice } from '@/components/ui/notice'
import { whenIdle } from '@/components/ui/when-idle'

function NotLoaded() {
  return (
    <Notice tone="fault" role="alert">
      This part of the page could not be loaded. Check your connection and load the page again; nothing typed is lost.
    </Notice>
  )
}

type PropsOf<Part> = Part extends (props: infer Props) => ReactNode ? Props : never

/** A part of a page that is loaded when it is needed. One that cannot be loaded says so in its own place. */
export function lazyPart<Module, Name extends keyof Module>(load: () => Promise<Module>, name: Name) {
  type Part = (props: PropsOf<Module[Name]>) => ReactNode
  return lazy<Part>(() =>
    load().then(
      (module) => ({ default: module[name] as Part }), // its own props are asked for where it stands
      () => ({ default: NotLoaded }),
    ),
  )
}

/**
 * A part that is fetched once the page itself is there and at rest, so that it costs the page nothing.
 * @param shape stands in its place until then, as tall as it will be.
 */
export function AtRest({ shape, children }: { shape: ReactNode; children: ReactNode }) {
  const [isAtRest, setAtRest] = useState(false)
  useEffect(() => whenIdle(() => setAtRest(true)), [])
  return isAtRest ? <Suspense fallback={shape}>{children}</Suspense> : shape
}
