import { Icon } from '@/components/ui/icon'
import { TextLink } from '@/components/ui/text-link'

const step = 'inline-flex min-h-11 items-center gap-2 px-1 font-semibold hover:text-green'

/** Links of a cursor list, newest first: to the next page, and back to the first. */
export function Pager({ newest, older }: { newest: string | null; older: string | null }) {
  if (!newest && !older) return null
  return (
    <nav aria-label="Pages" className="mt-8 flex flex-wrap justify-between gap-4">
      {newest ? (
        <TextLink href={newest} className={step}>
          <Icon name="back" /> Back to the newest
        </TextLink>
      ) : (
        <span />
      )}
      {older ? (
        <TextLink href={older} className={step}>
          Older <Icon name="onward" />
        </TextLink>
      ) : (
        <span className="py-2 text-ink-soft">This is the end of the list.</span>
      )}
    </nav>
  )
}
