import { Icon } from '@/components/ui/icon'
import { TextLink } from '@/components/ui/text-link'

const step = 'inline-flex min-h-11 items-center gap-2 px-1 font-semibold hover:text-green'

const NEWEST_FIRST = { first: 'Back to the newest', next: 'Older' }

/** Links of a cursor list: to the next page, and back to the first. @param words of both, by the order of the list. */
export function Pager({
  first,
  next,
  words = NEWEST_FIRST,
}: {
  first: string | null
  next: string | null
  words?: typeof NEWEST_FIRST
}) {
  if (!first && !next) return null
  return (
    <nav aria-label="Pages" className="mt-8 flex flex-wrap justify-between gap-4">
      {first ? (
        <TextLink href={first} className={step}>
          <Icon name="back" /> {words.first}
        </TextLink>
      ) : (
        <span />
      )}
      {next ? (
        <TextLink href={next} className={step}>
          {words.next} <Icon name="onward" />
        </TextLink>
      ) : (
        <span className="py-2 text-ink-soft">This is the end of the list.</span>
      )}
    </nav>
  )
}
