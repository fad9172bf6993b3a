import { Icon } from '@/components/ui/icon'
import { TextLink } from '@/components/ui/text-link'

interface SearchFormProps {
  readonly id: string
  readonly label: string
  readonly q?: string | undefined
  /** The page with the results. The default page searches everything and shows nothing without words. */
  readonly path?: string
  /** Parameters of the page that the search keeps. */
  readonly kept?: Readonly<Record<string, string | undefined>>
}

/** A search field in a plain form that works without scripts. */
export function SearchForm({ id, label, q, path = '/search', kept = {} }: SearchFormProps) {
  return (
    <form method="get" action={path} className="flex max-w-xl items-end gap-2">
      {Object.entries(kept).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className="min-w-0 flex-1">
        <label htmlFor={id} className="caption">
          {label}
        </label>
        <input
          id={id}
          type="search"
          name="q"
          dir="auto"
          required={path === '/search'}
          defaultValue={q}
          className="mt-1.5 block min-h-11 w-full border-b-2 border-rule-strong bg-leaf px-3 focus:border-green"
        />
      </div>
      <button
        type="submit"
        className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-md border border-rule-strong px-4 font-semibold hover:border-green hover:text-green"
      >
        <Icon name="search" className="size-4" /> Search
      </button>
    </form>
  )
}

/** Search on every page: a link to the search page, and a dialog that `public/document.js` opens by “/”, ⌘K and Ctrl-K. */
export function SearchLink() {
  return (
    <>
      <TextLink
        href="/search"
        aria-label="Search"
        title="Search ( / or Ctrl K )"
        className="hidden size-11 items-center justify-center rounded-md text-ink-soft hover:bg-vellum hover:text-ink sm:inline-flex"
      >
        <Icon name="search" />
      </TextLink>
      <dialog
        id="search-dialog"
        aria-label="Search"
        className="mx-auto mt-[12dvh] w-[min(36rem,calc(100%-2.5rem))] rounded-md border border-t-4 border-rule-strong border-t-green bg-leaf px-5 pt-4 pb-5 text-ink backdrop:bg-[rgb(0_0_0/0.5)]"
      >
        <SearchForm id="search-anywhere" label="Words, an address, a Muse, an id or a hash" />
        <form method="dialog" className="mt-3 flex items-baseline justify-between gap-4 text-sm text-ink-soft">
          <p>Challenges, missions, receipts, wallets and Muses.</p>
          <button type="submit" className="link min-h-8 cursor-pointer">
            Close
          </button>
        </form>
      </dialog>
    </>
  )
}
