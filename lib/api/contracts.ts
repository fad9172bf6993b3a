import * as agentRequests from '@/lib/agent-requests/contract'
import * as auth from '@/lib/auth/contract'
import * as legacyAuth from '@/lib/auth/legacy-contract'
import * as battles from '@/lib/battles/contract'
import * as challenges from '@/lib/challenges/contract'
import * as community from '@/lib/community/contract'
import { type Endpoint, withAliases } from '@/lib/contract/endpoint'
import * as events from '@/lib/events/contract'
import * as evidence from '@/lib/evidence/contract'
import * as feeds from '@/lib/feeds/contract'
import * as missions from '@/lib/missions/contract'
import * as moderation from '@/lib/moderation/contract'
import * as muses from '@/lib/muses/contract'
import * as notifications from '@/lib/notifications/contract'
import * as platform from '@/lib/platform/contract'
import * as projects from '@/lib/projects/contract'
import * as txChecks from '@/lib/projects/tx-check-contract'
import * as verifications from '@/lib/projects/verification-contract'
import * as receipts from '@/lib/receipts/contract'
import * as review from '@/lib/review/contract'
import * as rules from '@/lib/rules/contract'
import * as search from '@/lib/search/contract'
import * as seeds from '@/lib/seeds/contract'
import * as status from '@/lib/status/contract'
import * as turns from '@/lib/turns/contract'
import * as wallets from '@/lib/wallets/contract'

/** Every endpoint of the service, as data the browser may import. */
export const contracts: readonly Endpoint[] = [
  auth,
  agentRequests,
  challenges,
  missions,
  evidence,
  review,
  receipts,
  search,
  seeds,
  wallets,
  turns,
  community,
  muses,
  notifications,
  feeds,
  projects,
  platform,
  battles,
  legacyAuth,
  txChecks,
  verifications,
  moderation,
  events,
  rules,
  status,
]
  .flatMap((area) => Object.values<Endpoint>(area))
  .flatMap(withAliases)
