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

/**
 * A part of a page that is loaded on demand. If loading fails, an error is shown in its place.
 * @param Failed what is shown then, where the usual notice has no room.
 */
export function lazyPart<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
  Failed: () => ReactNode = NotLoaded,
) {
  type Part = (props: PropsOf<Module[Name]>) => ReactNode
  return lazy<Part>(() =>
    load().then(
      (module) => ({ default: module[name] as Part }), // its own props are asked for where it stands
      (fault: unknown) => {
        console.error(`${String(name)} could not be loaded.`, fault)
        return { default: Failed }
      },
    ),
  )
}

/**
 * Renders its children only after the page has loaded and is idle, so that they do not slow it down.
 * @param shape a placeholder of the same height.
 */
export function AtRest({ shape, children }: { shape: ReactNode; children: ReactNode }) {
  const [isAtRest, setAtRest] = useState(false)
  useEffect(() => whenIdle(() => setAtRest(true)), [])
  return isAtRest ? <Suspense fallback={shape}>{children}</Suspense> : shape
}
