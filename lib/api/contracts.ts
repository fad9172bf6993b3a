import * as auth from '@/lib/auth/contract'
import * as challenges from '@/lib/challenges/contract'
import type { Endpoint } from '@/lib/contract/endpoint'
import * as evidence from '@/lib/evidence/contract'
import * as missions from '@/lib/missions/contract'
import * as notifications from '@/lib/notifications/contract'
import * as receipts from '@/lib/receipts/contract'
import * as seeds from '@/lib/seeds/contract'
import * as status from '@/lib/status/contract'

/** Every endpoint of the service, as data the browser may import. */
export const contracts: readonly Endpoint[] = [
  auth,
  challenges,
  missions,
  evidence,
  receipts,
  seeds,
  notifications,
  status,
].flatMap((area) => Object.values<Endpoint>(area))
