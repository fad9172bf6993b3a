import type { IconName } from '@/components/ui/icon'

interface NavigationLink {
  readonly href: string
  readonly section: string
  readonly word: string
  readonly icon: IconName
  /** In the header where it has room; the footer leads there too. */
  readonly wideOnly?: true
}

/** The places that the header and the phone's bottom bar lead to. */
export const PLACES: readonly NavigationLink[] = [
  { href: '/', section: 'home', word: 'Home', icon: 'home' },
  { href: '/challenges', section: 'challenges', word: 'Challenges', icon: 'challenge' },
  { href: '/missions', section: 'missions', word: 'Missions', icon: 'mission' },
  { href: '/projects', section: 'projects', word: 'Projects', icon: 'branch', wideOnly: true },
  { href: '/review', section: 'review', word: 'Review', icon: 'lens' },
]
