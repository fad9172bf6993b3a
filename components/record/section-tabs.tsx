/** A part of a page, by the id of its heading. */
export interface PagePart {
  readonly id: string
  readonly word: string
  /** Whether the page has it. */
  readonly shown?: boolean
  /** Whether it needs a way to it on phones alone. */
  readonly onPhones?: boolean
}

/**
 * The way to the parts of a long record, which stays in sight where the window is high enough for it. What stands in
 * `.parts` (app/globals.css) is shown on a phone where its link was followed.
 * @example <SectionTabs parts={[{ id: 'milestones', word: 'Milestones' }, { id: 'seeds', word: 'Seeds', shown: false }]} />
 */
export function SectionTabs({ parts }: { parts: readonly PagePart[] }) {
  return (
    <nav
      aria-label="Parts of this page"
      className="z-10 -mx-5 mt-10 overflow-x-auto border-y border-rule bg-paper px-5 sm:mx-0 sm:px-0 print:hidden [@media(min-height:480px)]:sticky [@media(min-height:480px)]:top-0"
    >
      <ul className="flex w-max gap-x-6">
        {parts
          .filter(({ shown = true }) => shown)
          .map(({ id, word, onPhones = false }) => (
            <li key={id} className={onPhones ? 'sm:hidden' : ''}>
              <a
                href={`#${id}`}
                className="inline-flex min-h-11 items-center border-b-2 border-transparent text-sm font-semibold text-ink-soft hover:text-green"
              >
                {word}
              </a>
            </li>
          ))}
      </ul>
    </nav>
  )
}
