import type { ReactNode } from 'react'
import { Logo } from '@/components/layout/logo'
import { NAVIGATION } from '@/components/layout/navigation'
import { NavigationLink } from '@/components/layout/navigation-link'
import { SoftLinks } from '@/components/layout/soft-links'
import { SearchLink } from '@/components/search/search-form'
import { Icon } from '@/components/ui/icon'
import { TextLink } from '@/components/ui/text-link'

/** How the service's name looks beside the sign. */
export const NAME_LOOK = 'truncate font-display text-xl tracking-tight sm:text-2xl'

/**
 * @param name the service's name; absent on pages that the build renders, before it is known.
 * @param lateName what shows it there.
 * @param children the wallet button, if there is one.
 */
export function SiteHeader({
  name,
  lateName,
  children,
}: {
  name?: string
  lateName?: ReactNode
  children?: ReactNode
}) {
  return (
    <header className="print:hidden">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-20 focus:bg-leaf focus:px-4 focus:py-2"
      >
        Skip to the content
      </a>
      <div className="mx-auto flex max-w-6xl items-center gap-x-3 px-5 py-3 max-small:gap-x-2 max-enlarged:flex-wrap sm:gap-x-8 sm:px-8 sm:py-5">
        <TextLink
          href="/"
          aria-label={name ? `${name}, home` : undefined}
          className="flex min-h-11 min-w-0 items-center gap-2.5 sm:gap-3"
        >
          <Logo className="size-9" />
          {name ? <span className={NAME_LOOK}>{name}</span> : <span className="sr-only">Home</span>}
          {lateName}
        </TextLink>
        <nav aria-label="Main" className="ml-auto hidden shrink-0 gap-x-7 sm:flex">
          {NAVIGATION.filter(({ phoneOnly }) => !phoneOnly).map((item) => (
            <NavigationLink
              key={item.href}
              href={item.href}
              className={`min-h-11 items-center border-b-2 border-transparent font-semibold hover:text-green aria-[current]:border-green inline-flex`}
            >
              {item.word}
            </NavigationLink>
          ))}
        </nav>
        <div className="ml-auto flex shrink-0 items-center gap-1 max-enlarged:max-w-full max-enlarged:flex-wrap sm:ml-0 sm:gap-2">
          <SearchLink />
          <ThemeSwitch />
          {children}
        </div>
      </div>
      <SoftLinks />
    </header>
  )
}

/** Switches between light and dark: `public/acts.js` on a click, `public/document.js` before first paint. */
function ThemeSwitch() {
  return (
    <button
      type="button"
      data-does="theme"
      aria-label="Switch between light and dark"
      title="Switch between light and dark"
      className="needs-script inline-flex size-11 cursor-pointer items-center justify-center rounded-md text-ink-soft hover:bg-vellum hover:text-ink"
    >
      <Icon name="sun" className="size-5 theme-dark" />
      <Icon name="moon" className="size-5 theme-light" />
    </button>
  )
}
