import { stringToHex } from 'viem'
import { mainnet } from 'viem/chains'
import { createConfig, http } from 'wagmi'
import { connect, disconnect, reconnect, watchConnectors } from 'wagmi/actions'
import { injected } from 'wagmi/connectors/injected'
import { createStore } from '@/components/ui/store'
import { setWallet } from '@/components/wallet/wallet-store'

/** The part of EIP-1193 that signing needs. */
interface Provider {
  request(call: { method: string; params?: unknown }): Promise<unknown>
}

/** The connected account. It can request a signature without waiting for anything first. */
export interface Signer {
  /** EIP-55. */
  readonly address: `0x${string}`
  readonly walletName: string
  /** EIP-155, as reported by the wallet. Only the sign-in text uses it. */
  readonly chainId: number
  /** Opens the wallet (`personal_sign`, EIP-191) in the same task, because phones open an app only from a tap. */
  sign(message: string): Promise<unknown>
}

export interface WalletChoice {
  readonly uid: string
  readonly name: string
  /** A data URI, as EIP-6963 requires; null if the wallet gave something else. */
  readonly icon: string | null
}

/** The connector of `window.ethereum`, for wallets older than EIP-6963. */
const LEGACY = 'injected'
const NAME_CHARS_MAX = 60
/** A wallet that was asleep answers well within it. */
const RECONNECT_TIMEOUT_MS = 3_000

// wagmi requires a chain. The site never calls it, switches to it or requests it.
const config = createConfig({
  chains: [mainnet],
  transports: { [mainnet.id]: http() },
  connectors: [injected()],
  syncConnectedChain: false,
})

/** The connected account, if there is one. */
export const connectedSigner = createStore<Signer | null>(null)

function isProvider(value: unknown): value is Provider {
  return typeof value === 'object' && value !== null && 'request' in value && typeof value.request === 'function'
}

/** The one that wagmi keeps of an earlier visit is none until its wallet has answered. */
function currentConnection() {
  const { current, connections } = config.state
  const connection = current === null ? undefined : connections.get(current)
  return config.connectors.some(({ uid }) => uid === connection?.connector.uid) ? connection : undefined
}

/**
 * Forgets the connections but the current one. wagmi keeps them all, and goes on with another, unasked, when the current one ends:
 * after "Disconnect", and when its wallet is locked.
 */
function keepCurrentOnly(): void {
  const { current, connections } = config.state
  const connection = current === null ? undefined : connections.get(current)
  if (current === null || !connection || connections.size === 1) return
  config.setState((state) => ({ ...state, connections: new Map([[current, connection]]) }))
}

/** Publishes the current connection. It also runs when the account is switched in the wallet. */
async function publish(): Promise<void> {
  const connection = currentConnection()
  const address = connection?.accounts[0]
  const provider: unknown = address ? await connection.connector.getProvider() : null
  if (connection !== currentConnection()) return
  const signer: Signer | null =
    connection && address && isProvider(provider)
      ? {
          address,
          walletName: connection.connector.name.slice(0, NAME_CHARS_MAX),
          chainId: connection.chainId,
          sign: (message) => provider.request({ method: 'personal_sign', params: [stringToHex(message), address] }),
        }
      : null
  setWallet({ connected: signer && { address: signer.address, walletName: signer.walletName } })
  connectedSigner.set(signer)
}

async function reconnectLast(): Promise<void> {
  const recent = await config.storage?.getItem('recentConnectorId')
  const connectors = config.connectors.filter((connector) => connector.id === recent)
  if (connectors.length > 0) await inTime(reconnect(config, { connectors }))
  await publish()
}

/** Waits for an answer of a wallet, which may never come, but not for longer than a reader waits. It still counts when it comes. */
const inTime = (answer: Promise<unknown>): Promise<unknown> =>
  Promise.race([answer, new Promise((resolve) => setTimeout(resolve, RECONNECT_TIMEOUT_MS))])

/** Finds the wallets of this browser and reconnects the last one. Where that is not possible, the reader chooses again. */
export async function startConnection(): Promise<void> {
  config.subscribe(({ connections }) => connections, keepCurrentOnly)
  config.subscribe(currentConnection, () => void publish())
  await reconnectLast().catch((fault: unknown) => console.warn('The last wallet was not reconnected.', fault))
}

function listChoices(): WalletChoice[] {
  const announced = config.connectors.filter((connector) => connector.id !== LEGACY)
  const legacy = announced.length === 0 && 'ethereum' in window && isProvider(window.ethereum)
  const offered = legacy ? config.connectors : announced
  return offered.map((connector) => ({
    uid: connector.uid,
    name: connector.id === LEGACY ? 'The wallet of this browser' : connector.name.slice(0, NAME_CHARS_MAX),
    icon: connector.icon?.trim().startsWith('data:image/') ? connector.icon.trim() : null,
  }))
}

let choices: readonly WalletChoice[] | null = null

/** The wallets to choose from, as they announced themselves (EIP-6963). */
export function walletChoices(): readonly WalletChoice[] {
  choices ??= listChoices()
  return choices
}

export function onChoices(listener: () => void): () => void {
  choices = null
  return watchConnectors(config, {
    onChange() {
      choices = null
      listener()
    },
  })
}

/**
 * Asks a wallet to connect an account to this site.
 * @throws the wallet's error.
 */
export async function connectWallet(uid: string): Promise<void> {
  const connector = config.connectors.find((connector) => connector.uid === uid)
  if (!connector) throw new Error('The wallet is gone.')
  // A connected wallet is asked again, so that the reader can choose another account in it.
  if (config.state.current === uid) await disconnect(config, { connector })
  await connect(config, { connector })
  await publish()
}

export async function disconnectAccount(): Promise<void> {
  await disconnect(config)
}
