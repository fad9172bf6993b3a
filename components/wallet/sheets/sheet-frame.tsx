import { type ReactNode, useEffect, useRef } from 'react'
import { Icon } from '@/components/ui/icon'
import { Notice, type NoticeProps } from '@/components/ui/notice'

/**
 * The layout of every sheet: a title that takes the focus when the sheet or its `step` changes, the body, and the actions,
 * which stay within reach of the thumb.
 */
export function SheetFrame({
  title,
  step = '',
  onLeave,
  children,
  actions,
}: {
  title: string
  step?: string
  onLeave?: () => void
  children: ReactNode
  actions?: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  const body = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new step is the reason to look.
  useEffect(() => {
    // What a step says stands first, and its reader may have read on to the end of the text.
    body.current?.scrollTo(0, 0)
    const { activeElement } = document
    // Take the focus only if the focused element is gone. A remaining button keeps it.
    if (activeElement === null || activeElement === document.body || activeElement.tagName === 'DIALOG')
      heading.current?.focus()
  }, [title, step])
  return (
    <>
      <div className="flex items-start gap-4 px-5 pt-4 sm:px-7 sm:pt-6">
        <h2
          ref={heading}
          id="wallet-sheet"
          tabIndex={-1}
          className="mr-auto min-w-0 text-2xl outline-none [overflow-wrap:anywhere]"
        >
          {title}
        </h2>
        {onLeave ? (
          <button
            type="button"
            aria-label="Close"
            onClick={onLeave}
            className="-mt-1 -mr-2 inline-flex size-11 shrink-0 cursor-pointer items-center justify-center rounded-md text-ink-soft hover:bg-vellum hover:text-ink"
          >
            <Icon name="cross" />
          </button>
        ) : null}
      </div>
      <div ref={body} className="min-h-0 flex-1 space-y-4 overflow-y-auto px-5 pt-2 pb-5 sm:px-7">
        {children}
      </div>
      {actions ? (
        <div className="flex flex-col gap-2 border-t border-rule px-5 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))] sm:px-7 sm:pb-5">
          {actions}
        </div>
      ) : null}
    </>
  )
}

export function SheetNotice({ tone, children }: Pick<NoticeProps, 'tone' | 'children'>) {
  return (
    <Notice tone={tone} as="div" className="space-y-2 text-sm">
      {children}
    </Notice>
  )
}
