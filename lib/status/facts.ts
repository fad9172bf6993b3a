import { access, constants } from 'node:fs/promises'
import { type ChainHealth, chainHealth } from '@/lib/chain/health'
import { findChain } from '@/lib/chain/providers'
import { databaseAheadMs, movedMs, now } from '@/lib/clock'
import { adminWallets, env, seedsChain, verifierWallets } from '@/lib/env'
import { errorCode } from '@/lib/error-code'
import { folderCalls } from '@/lib/evidence/folder-calls'
import { readPlatformStatus } from '@/lib/platform/queries'
import type { PlatformStatusView } from '@/lib/platform/schemas'
import { platformHost } from '@/lib/platform/urls'
import { countUnjudged } from '@/lib/review/unjudged'
import { type StorageState, storageState } from '@/lib/status/health'
import { plural } from '@/lib/text/plural'

/** The state of a part of the service. `off`: not configured. `unchecked`: configured, but not called yet. */
export type PartState = 'ok' | 'slow' | 'down' | 'off' | 'unchecked'

export interface PartStatus {
  readonly name: string
  readonly state: PartState
  readonly detail: string
}

export interface StatusFacts {
  /** ISO 8601, by the product's clock. */
  readonly at: string
  /** Whether any configured part is slow or down, also one that the `degraded` of the API does not count. */
  readonly impaired: boolean
  readonly groups: readonly { readonly id: string; readonly title: string; readonly parts: readonly PartStatus[] }[]
}

/** The public status of the service: labels and words, never a URL, key or secret. */
export async function readStatus(): Promise<StatusFacts> {
  const [database, chains, files, connector, verifiers] = await Promise.all([
    databaseStatus(),
    chainHealth(),
    filesStatus(),
    connectorStatuses(),
    verifierStatus(),
  ])
  const groups = [
    { id: 'records', title: 'Records', parts: [database, deadlineStatus(database), clockStatus()] },
    { id: 'people', title: 'People who verify', parts: [verifiers, listPart('Moderators', adminWallets(), 'hidden')] },
    { id: 'chains', title: 'Chains', parts: chainStatuses(chains) },
    { id: 'connector', title: 'Community platform', parts: connector },
    { id: 'extras', title: 'Where the operator may add more', parts: [files, onchainStatus()] },
  ]
  const impaired = groups.some(({ parts }) => parts.some(({ state }) => state === 'down' || state === 'slow'))
  return { at: now().toISOString(), impaired, groups }
}

const STORAGE: Readonly<Record<StorageState, { state: PartState; detail: (ms: number) => string }>> = {
  ok: { state: 'ok', detail: (ms) => `It answered in ${ms} ms.` },
  'read-only': { state: 'slow', detail: () => 'It can be read, and takes no writes just now.' },
  waiting: { state: 'slow', detail: () => 'It can be read. Writes wait for its standby, and are told to come again.' },
  away: { state: 'down', detail: () => 'It does not answer. Nothing can be read or saved just now.' },
}

async function databaseStatus(): Promise<PartStatus> {
  const began = performance.now()
  const { state, detail } = STORAGE[await storageState()]
  return { name: 'Database', state, detail: detail(Math.max(1, Math.round(performance.now() - began))) }
}

function deadlineStatus(database: PartStatus): PartStatus {
  const detail = 'Deadlines that have passed are persisted every 5 minutes, and by every read before it answers.'
  return { name: 'Deadlines', state: database.state, detail }
}

/** The status of an allowlist. @param done the participle of what only its wallets may do. */
function listPart(name: string, { length }: readonly string[], done: string): PartStatus {
  if (length === 0) return { name, state: 'off', detail: `No wallet is allowlisted, so nothing can be ${done}.` }
  return { name, state: 'ok', detail: `${plural(length, 'wallet')} on the allowlist.` }
}

async function verifierStatus(): Promise<PartStatus> {
  const part = listPart('Verifiers', verifierWallets(), 'verified')
  const stuck = await countUnjudged().catch(() => 0)
  if (stuck === 0) return part
  const waiting = stuck === 1 ? 'One decision or proof waits' : `${stuck} decisions and proofs wait`
  return { ...part, detail: `${part.detail} ${waiting} that none of them may judge: another has to be listed.` }
}

function chainStatus({ chainId, label, status, blockNumber, latencyMs }: ChainHealth): PartStatus {
  const name = `${label} (${chainId})`
  if (status === 'down')
    return { name, state: 'down', detail: 'No provider answers. Transactions are recorded, and looked up later.' }
  const late = status === 'slow' ? ', which is slow' : ''
  return { name, state: status, detail: `Block ${blockNumber}, read in ${latencyMs} ms${late}.` }
}

function chainStatuses(chains: readonly ChainHealth[]): PartStatus[] {
  if (chains.length > 0) return chains.map(chainStatus)
  const detail = 'None is configured, so transactions are recorded and shown as not checked.'
  return [{ name: 'Providers', state: 'off', detail }]
}

const CONNECTOR_OFF: PartStatus = {
  name: 'Connector',
  state: 'off',
  detail: 'No platform is connected: nothing is imported and nothing is posted.',
}

/** The status by the last call. Any response, also an error, shows that the platform is reachable. */
function connectorPart({ recent }: PlatformStatusView, host: string | null): PartStatus {
  const [last] = recent
  const isAway = last?.outcome === 'unreachable' || last?.outcome === 'timeout'
  const detail = isAway ? `${host} did not answer the last call.` : `Discussions on ${host} can be imported.`
  return { name: 'Connector', state: last === undefined ? 'unchecked' : isAway ? 'down' : 'ok', detail }
}

function publishingPart({ publishing }: PlatformStatusView): PartStatus {
  const detail = publishing
    ? 'A post is sent once a moderator has approved it.'
    : 'Posts are previewed and approved, and none is sent.'
  return { name: 'Publishing', state: publishing ? 'ok' : 'off', detail }
}

/** The connector's status from its call log, without calling the platform. */
async function connectorStatuses(): Promise<PartStatus[]> {
  const status = await readPlatformStatus().catch(() => null)
  if (status === null) return [{ name: 'Connector', state: 'unchecked', detail: 'Its log cannot be read just now.' }]
  return status.mode === 'off' ? [CONNECTOR_OFF] : [connectorPart(status, platformHost()), publishingPart(status)]
}

/** Checks the storage of files without writing. A missing folder is created with the first file. */
async function filesStatus(): Promise<PartStatus> {
  const name = 'Evidence files'
  const { BLOB_READ_WRITE_TOKEN: token, EVIDENCE_DIR: folder } = env()
  if (token) return { name, state: 'unchecked', detail: 'Files are kept in a private blob store.' }
  if (!folder) return { name, state: 'off', detail: 'No storage is connected, so proof is given by links.' }
  try {
    await folderCalls().make(() => access(folder, constants.R_OK | constants.W_OK))
    return { name, state: 'ok', detail: 'Files are kept in a folder that can be read and written.' }
  } catch (fault) {
    return errorCode(fault) === 'ENOENT'
      ? { name, state: 'unchecked', detail: 'Files are kept in a folder, which is made with the first of them.' }
      : { name, state: 'down', detail: 'The folder for files cannot be written. Proof can be given by links.' }
  }
}

function onchainStatus(): PartStatus {
  const name = 'Seeds onchain'
  const chain = seedsChain()
  if (!chain)
    return { name, state: 'off', detail: 'Seeds stand in the ledger of this service alone. Nothing is sent onchain.' }
  const estimates = findChain(chain.chainId) ? 'with' : 'without'
  const detail = `Attestations on chain ${chain.chainId} are previewed, ${estimates} an estimate of gas. Nothing is sent.`
  return { name, state: 'ok', detail }
}

const CLOCK_MOVED_MS = 1_000

/** Which clock the product goes by: a demonstration may have moved it, and the machine's may differ from the database's. */
function clockStatus(): PartStatus {
  return { name: 'Clock', state: 'ok', detail: `${clockWords()} Days end at midnight UTC.` }
}

function clockWords(): string {
  if (Math.abs(movedMs()) > CLOCK_MOVED_MS) return 'It was moved for a demonstration.'
  return databaseAheadMs() === 0 ? 'It goes with the machine’s.' : 'It goes with the database’s: the machine’s differs.'
}
