import type { PlatformPlace } from '@/components/discussion/place'
import { platformHost } from '@/lib/platform/post-url'
import { platformMode } from '@/lib/platform/settings'

/** The community platform that this deployment is connected to. */
export const platformPlace = (): PlatformPlace => ({ mode: platformMode(), host: platformHost() })
