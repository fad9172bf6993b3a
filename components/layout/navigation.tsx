import { NavigationLink } from '@/components/layout/navigation-link'
import { Icon, type IconName } from '@/components/ui/icon'

interface NavigationItem {
  readonly href: string
  readonly word: string
  readonly icon: IconName
  /** Only in the phone's bottom bar: on wider screens the header has its own link. */
  readonly phoneOnly?: true
}

/** The links of the header and of the phone's bottom bar. */
export const NAVIGATION: readonly NavigationItem[] = [
  { href: '/', word: 'Home', icon: 'home', phoneOnly: true },
  { href: '/challenges', word: 'Challenges', icon: 'challenge' },
  { href: '/missions', word: 'Missions', icon: 'mission' },
  { href: '/review', word: 'Review', icon: 'lens' },
  { href: '/search', word: 'Search', icon: 'search', phoneOnly: true },
]

/** The navigation on phones, in reach of the thumb; at the end of the page if the window is low for its letters. */
export function BottomBar() {
  return (
    <nav
      aria-label="Main"
      className="inset-x-0 bottom-0 z-10 tall:fixed border-t border-rule-strong bg-leaf pb-[env(safe-area-inset-bottom)] sm:hidden print:hidden"
    >
      <ul className="flex max-enlarged:flex-wrap">
        {NAVIGATION.map((item) => (
          <li key={item.href} className="flex-1">
            <NavigationLink
              href={item.href}
              className="flex min-h-14 flex-col items-center justify-center gap-0.5 text-xs font-semibold text-ink-soft shadow-green aria-[current]:text-green aria-[current]:shadow-[inset_0_3px_0]"
            >
              <Icon name={item.icon} />
              {item.word}
            </NavigationLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
