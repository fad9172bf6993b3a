import { appUrl, checkEnvironment, env, isBareSite, isStartedByServer } from '@/lib/env'
import { isLoopback } from '@/lib/url'

/** The problems that this Next process will have with its build and configuration, one line each. */
export function startFaults(): string[] {
  if (isStartedByServer()) return []
  if (!isBareSite) {
    return ['This site was built for "npm start": its pages do nothing without it. Build it with TRELLIS_FRONT=none.']
  }
  try {
    checkEnvironment()
  } catch (fault) {
    return [fault instanceof Error ? fault.message : 'The environment is not usable.']
  }
  // Each variable is valid, but some do not suit a short-lived process without our HTTP server.
  const { APP_URL, BLOB_READ_WRITE_TOKEN, CRON_SECRET, EVIDENCE_DIR, TRUSTED_PROXY_HOPS } = env()
  const site = new URL(appUrl())
  const faults: string[] = []
  if (!APP_URL) faults.push(`APP_URL is not set: browsers can sign in and write at ${site.origin} only.`)
  else if (site.protocol !== 'https:' && !isLoopback(site.hostname))
    faults.push('APP_URL is not https: sessions travel in the clear, and browsers refuse wallets there.')
  if (!CRON_SECRET)
    faults.push(
      'CRON_SECRET is not set: the schedule is refused, so nobody is told of deadlines that pass, nothing expired is removed and no transaction is looked up again.',
    )
  if (TRUSTED_PROXY_HOPS === 0)
    faults.push(
      'TRUSTED_PROXY_HOPS is 0: no client’s address is known here, so that all clients together have the limits of one network. Set it to the number of proxies that append to X-Forwarded-For (1 on Vercel).',
    )
  if (EVIDENCE_DIR && !BLOB_READ_WRITE_TOKEN)
    faults.push(
      'EVIDENCE_DIR is a folder: unless it is a disk that every instance shares, evidence is lost with the instance that took it. Use BLOB_READ_WRITE_TOKEN.',
    )
  return faults
}
