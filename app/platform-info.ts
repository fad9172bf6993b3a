import type { PlatformInfo } from '@/components/discussion/platform-info'
import { platformHost } from '@/lib/platform/post-url'
import { platformMode } from '@/lib/platform/settings'

/** The community platform that this deployment is connected to. */
export const platformInfo = (): PlatformInfo => ({ mode: platformMode(), host: platformHost() })
