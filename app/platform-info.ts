import type { PlatformInfo } from '@/components/discussion/platform-info'
import { platformMode } from '@/lib/platform/settings'
import { platformHost } from '@/lib/platform/urls'

/** The community platform that this deployment is connected to. */
export const platformInfo = (): PlatformInfo => ({ mode: platformMode(), host: platformHost() })
