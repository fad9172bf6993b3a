'use client'

import { type ReactNode, useId } from 'react'
import { Icon } from '@/components/ui/icon'
import { TextLink } from '@/components/ui/text-link'
import type { Action } from '@/lib/turns/actions'

/** One action: it unfolds its form, or says why this wallet may not use it. */
export function ActionItem({
  action,
  open = false,
  isBeingRead = false,
  toggle,
  children,
}: {
  action: Action<string>
  open?: boolean
  /** Whether the list may change at any moment: it cannot be pressed then, because another action might take the press. */
  isBeingRead?: boolean
  /** Absent if the wallet may not use it. */
  toggle?: () => void
  children?: ReactNode
}) {
  const id = useId()
  if (!toggle)
    return (
      <li className="border-b border-rule py-4 pl-7 text-ink-soft">
        <h3 className="font-sans font-semibold">{action.title}</h3>
        <p className="flex items-start gap-2 text-sm">
          <Icon name="outline" className="mt-0.5 size-4" />
          <span>
            {action.refusal}
            {action.remedy ? (
              <>
                {' '}
                <TextLink href={action.remedy.href} className="link">
                  {action.remedy.words}
                </TextLink>
              </>
            ) : null}
          </span>
        </p>
      </li>
    )
  return (
    <li data-action={action.name} className="border-b border-rule py-3">
      <h3 className="font-sans">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          // Not `disabled`, which would take the focus from it.
          aria-disabled={isBeingRead}
          onClick={isBeingRead ? undefined : toggle}
          className="flex min-h-11 w-full cursor-pointer items-center gap-2.5 text-left text-lg font-semibold hover:text-green aria-disabled:cursor-progress aria-disabled:text-ink-soft"
        >
          <Icon name="raw" className={`size-4.5 text-green ${open ? 'rotate-90' : ''}`} />
          {action.title}
        </button>
      </h3>
      <div className="pl-7">
        <p className="max-w-prose text-ink-soft">{action.meaning}</p>
      </div>
      <div id={id} hidden={!open} className="max-w-2xl pt-5 pb-4 sm:pl-7">
        {open ? children : null}
      </div>
    </li>
  )
}
