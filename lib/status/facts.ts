import { now } from '@/lib/clock'
import { adminWallets, configuredChains, env, verifierWallets } from '@/lib/env'
import { platformHost } from '@/lib/platform/post-url'
import { readPlatformStatus } from '@/lib/platform/queries'
import type { PlatformStatusView } from '@/lib/platform/schemas'
import { requireDatabase } from '@/lib/status/health'

/** How a part of the service is. `off` was never configured; `unchecked` is configured, and nobody asks it yet. */
export type PartState = 'ok' | 'down' | 'off' | 'unchecked'

export interface PartStatus {
  readonly name: string
  readonly state: PartState
  readonly detail: string
}

export interface StatusFacts {
  /** ISO 8601, by the product's clock. */
  readonly at: string
  /** Whether something that is configured does not work. */
  readonly degraded: boolean
  readonly groups: readonly { readonly id: string; readonly title: string; readonly parts: readonly PartStatus[] }[]
}

/** What can be told about the service now: labels and words, never an URL, a key or a secret. */
export async function readStatus(): Promise<StatusFacts> {
  const [database, connector] = await Promise.all([databaseStatus(), connectorStatuses()])
  const groups = [
    { id: 'records', title: 'Records', parts: [database, deadlineStatus(database), clockStatus()] },
    { id: 'people', title: 'People who verify', parts: [verifierStatus(), moderatorStatus()] },
    { id: 'chains', title: 'Chains', parts: chainStatuses() },
    { id: 'connector', title: 'Community platform', parts: connector },
    {
      id: 'extras',
      title: 'Where the operator may add more',
      parts: [filesStatus(), onchainStatus(), walletConnectStatus()],
    },
  ]
  const degraded = groups.some(({ parts }) => parts.some(({ state }) => state === 'down'))
  return { at: now().toISOString(), degraded, groups }
}

async function databaseStatus(): Promise<PartStatus> {
  const began = performance.now()
  try {
    await requireDatabase()
    return {
      name: 'Database',
      state: 'ok',
      detail: `It answered in ${Math.max(1, Math.round(performance.now() - began))} ms.`,
    }
  } catch {
    return { name: 'Database', state: 'down', detail: 'It does not answer. Nothing can be read or saved just now.' }
  }
}

function deadlineStatus(database: PartStatus): PartStatus {
  const detail = 'Deadlines that have passed are persisted every 5 minutes, and by every read before it answers.'
  return { name: 'Deadlines', state: database.state, detail }
}

/** A moment in minutes. */
const shortTime = (iso: string) => iso.slice(0, 16).replace('T', ', ')

const plural = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`

function verifierStatus(): PartStatus {
  const count = verifierWallets().length
  const detail =
    count > 0 ? `${plural(count, 'wallet')} on the allowlist.` : 'No wallet is allowlisted, so nothing can be verified.'
  return { name: 'Verifiers', state: count > 0 ? 'ok' : 'off', detail }
}

function moderatorStatus(): PartStatus {
  const count = adminWallets().length
  const detail =
    count > 0 ? `${plural(count, 'wallet')} on the allowlist.` : 'No wallet is allowlisted, so nothing can be hidden.'
  return { name: 'Moderators', state: count > 0 ? 'ok' : 'off', detail }
}

function chainStatuses(): PartStatus[] {
  const chains = configuredChains().map(({ chainId, label }): PartStatus => {
    return {
      name: `${label} (${chainId})`,
      state: 'unchecked',
      detail: 'A provider is configured. It is not asked yet.',
    }
  })
  if (chains.length > 0) return chains
  return [
    {
      name: 'Providers',
      state: 'off',
      detail: 'None is configured, so transactions are recorded and shown as not checked.',
    },
  ]
}

const CONNECTOR_OFF: PartStatus = {
  name: 'Connector',
  state: 'off',
  detail: 'No platform is connected: nothing is imported and nothing is posted.',
}

/** What the last call said. An answer of any kind, an error too, comes from a platform that is there. */
function connectorPart({ recent, lastSync }: PlatformStatusView, host: string | null): PartStatus {
  const [last] = recent
  const isAway = last?.outcome === 'unreachable' || last?.outcome === 'timeout'
  const synced = lastSync === null ? 'No discussion was imported yet.' : `Last import ${shortTime(lastSync)} UTC.`
  const detail = isAway ? `${host} did not answer the last call.` : `Discussions on ${host} can be imported. ${synced}`
  return { name: 'Connector', state: last === undefined ? 'unchecked' : isAway ? 'down' : 'ok', detail }
}

function publishingPart({ publishing, keyFingerprint }: PlatformStatusView): PartStatus {
  const key = keyFingerprint === null ? '' : ` Key ${keyFingerprint.slice(0, 'SHA256:'.length + 16)}….`
  const detail = publishing
    ? `A post is sent once a moderator has approved it.${key}`
    : `Posts are previewed and approved, and none is sent.${key}`
  return { name: 'Publishing', state: publishing ? 'ok' : 'off', detail }
}

/** The connector's last words, from its call log: nothing is asked of the platform for it. */
async function connectorStatuses(): Promise<PartStatus[]> {
  const status = await readPlatformStatus().catch(() => null)
  if (status === null) return [{ name: 'Connector', state: 'unchecked', detail: 'Its log cannot be read just now.' }]
  return status.mode === 'off' ? [CONNECTOR_OFF] : [connectorPart(status, platformHost()), publishingPart(status)]
}

function filesStatus(): PartStatus {
  return { name: 'Evidence files', state: 'off', detail: 'No storage is connected, so proof is given by links.' }
}

function onchainStatus(): PartStatus {
  return {
    name: 'Seeds onchain',
    state: 'off',
    detail: 'Seeds stand in the ledger of this service alone. Nothing is sent onchain.',
  }
}

function walletConnectStatus(): PartStatus {
  const isOn = env().WALLETCONNECT_PROJECT_ID !== undefined
  const detail = isOn
    ? 'Wallets on other devices can be used by scanning a code.'
    : 'Wallets in this browser can be used; wallets elsewhere cannot.'
  return { name: 'WalletConnect', state: isOn ? 'unchecked' : 'off', detail }
}

const CLOCK_MOVED_MS = 1_000

/** The product's clock beside the machine's: a demonstration may have moved it. */
function clockStatus(): PartStatus {
  const isMoved = Math.abs(now().getTime() - Date.now()) > CLOCK_MOVED_MS
  const detail = isMoved ? 'It was moved for a demonstration.' : 'Days end at 24:00 UTC.'
  return { name: 'Clock', state: 'ok', detail: `${shortTime(now().toISOString())} UTC. ${detail}` }
}
