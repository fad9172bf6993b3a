import { PLACES } from '@/components/layout/navigation'
import { PlaceLink } from '@/components/layout/place-link'
import { Icon } from '@/components/ui/icon'

/** The navigation of a phone, where the thumb is. */
export function BottomBar() {
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-10 border-t border-rule-strong bg-leaf pb-[env(safe-area-inset-bottom)] sm:hidden print:hidden"
    >
      <ul className="flex">
        {PLACES.filter(({ wideOnly }) => !wideOnly).map((place) => (
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
