import { TabLink } from '@/components/record/tab-link'

/** A part of a page, by the id of its heading. */
export interface PagePart {
  readonly id: string
  readonly word: string
  /** Whether the page has this part. */
  readonly shown?: boolean
}

const LOOK =
  'inline-flex min-h-11 items-center border-b-2 px-1 border-transparent text-sm font-semibold text-ink-soft hover:text-green max-sm:aria-[current]:border-green max-sm:aria-[current]:text-green'

/**
 * Links to the parts of a long record. They stay in view if the window is high enough. On a phone, a part inside `.parts`
 * (app/globals.css) is shown only after its link was followed.
 * @example <SectionTabs parts={[{ id: 'milestones', word: 'Milestones' }, { id: 'seeds', word: 'Seeds', shown: false }]} />
 */
export function SectionTabs({ parts }: { parts: readonly PagePart[] }) {
  return (
    <nav
      aria-label="Parts of this page"
      className="z-10 -mx-5 mt-6 overflow-x-auto border-y border-rule bg-paper px-5 sm:mx-0 sm:mt-10 sm:px-0 print:hidden tall:sticky tall:top-0"
    >
      <ul className="flex w-max gap-x-4">
        {parts
          .filter(({ shown = true }) => shown)
          .map(({ id, word }) => (
            <li key={id}>
              <TabLink id={id} word={word} className={LOOK} />
            </li>
          ))}
      </ul>
    </nav>
  )
}
