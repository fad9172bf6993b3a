import { now } from '@/lib/clock'
import { adminWallets, configuredChains, env, verifierWallets } from '@/lib/env'
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
  const database = await databaseStatus()
  const groups = [
    { id: 'records', title: 'Records', parts: [database, deadlineStatus(database), clockStatus()] },
    { id: 'people', title: 'People who verify', parts: [verifierStatus(), moderatorStatus()] },
    { id: 'chains', title: 'Chains', parts: chainStatuses() },
    { id: 'connector', title: 'Community platform', parts: [connectorStatus()] },
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

function connectorStatus(): PartStatus {
  const url = env().COMMUNITY_URL
  const host = url ? `Posts on ${new URL(url).host} can be named as sources and decisions. ` : ''
  return {
    name: 'Connector',
    state: 'off',
    detail: `${host}Nothing is imported from the platform and nothing is posted to it.`,
  }
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
  return { name: 'Clock', state: 'ok', detail: `${now().toISOString().slice(0, 16).replace('T', ', ')} UTC. ${detail}` }
}
