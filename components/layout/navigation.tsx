import { PlaceLink } from '@/components/layout/place-link'
import { Icon, type IconName } from '@/components/ui/icon'

interface NavigationLink {
  readonly href: string
  readonly section: string
  readonly word: string
  readonly icon: IconName
  /** In the phone's bar alone: the header has a way of its own where it has room. */
  readonly phoneOnly?: true
}

/** The places that the header and the phone's bottom bar lead to. */
export const PLACES: readonly NavigationLink[] = [
  { href: '/', section: 'home', word: 'Home', icon: 'home' },
  { href: '/challenges', section: 'challenges', word: 'Challenges', icon: 'challenge' },
  { href: '/missions', section: 'missions', word: 'Missions', icon: 'mission' },
  { href: '/review', section: 'review', word: 'Review', icon: 'lens' },
  { href: '/search', section: 'search', word: 'Search', icon: 'search', phoneOnly: true },
]

/** The navigation of a phone, where the thumb is. */
export function BottomBar() {
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-10 border-t border-rule-strong bg-leaf pb-[env(safe-area-inset-bottom)] sm:hidden print:hidden"
    >
      <ul className="flex">
        {PLACES.map((place) => (
          <li key={place.href} className="flex-1">
            <PlaceLink
              href={place.href}
              section={place.section}
              className="flex min-h-14 flex-col items-center justify-center gap-0.5 text-xs font-semibold text-ink-soft shadow-green aria-[current]:text-green aria-[current]:shadow-[inset_0_3px_0]"
            >
              <Icon name={place.icon} />
              {place.word}
            </PlaceLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
