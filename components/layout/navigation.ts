import type { IconName } from '@/components/ui/icon'

/** The places that the header and the phone's bottom bar lead to. */
export const PLACES = [
  { href: '/', section: 'home', word: 'Home', icon: 'home' },
  { href: '/challenges', section: 'challenges', word: 'Challenges', icon: 'challenge' },
  { href: '/missions', section: 'missions', word: 'Missions', icon: 'mission' },
  { href: '/review', section: 'review', word: 'Review', icon: 'lens' },
] as const satisfies readonly { href: string; section: string; word: string; icon: IconName }[]
