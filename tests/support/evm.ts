import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import {
  createTestClient,
  defineChain,
  type Hex,
  http,
  publicActions,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
  walletActions,
} from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { until } from '@/tests/support/until'
import { freePort } from '@/tests/support/world'

/** How long a start or a call may hang: making a thousand blocks takes its time on a slow machine. */
const HANG_MS = 120_000
const ENDOWMENT = 1_000n * 10n ** 18n

function clientOf(url: string, chainId: number) {
  const chain = defineChain({
    id: chainId,
    name: `Test chain ${chainId}`,
    nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  })
  return createTestClient({
    mode: 'anvil',
    chain,
    transport: http(url, { timeout: HANG_MS }),
    cacheTime: 0,
  })
    .extend(publicActions)
    .extend(walletActions)
}

/** A real EVM node of a test's own, with nothing on its chain. */
export interface Evm {
  readonly url: string
  readonly chainId: number
  readonly client: ReturnType<typeof clientOf>
  /** A wallet with coins. @param account an existing one to endow. */
  wallet(account?: PrivateKeyAccount): Promise<PrivateKeyAccount>
  /** Waits until a transaction is in a block, where blocks are made by themselves. */
  receiptOf(hash: Hex): Promise<TransactionReceipt>
  /** Sends coins and waits until they are in a block, where blocks are made by themselves. */
  pay(from: PrivateKeyAccount, to: Hex, value: bigint): Promise<Hex>
  stop(): Promise<void>
}

/** The node's program, from the package for this machine that the npm package brings along. */
function program(): string {
  const inPackage = createRequire(createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json'))
  const cpu = process.arch === 'x64' ? 'amd64' : process.arch
  const suffix = process.platform === 'win32' ? '.exe' : ''
  return inPackage.resolve(`@foundry-rs/anvil-${process.platform}-${cpu}/bin/anvil${suffix}`)
}

async function untilListening(node: ChildProcess): Promise<void> {
  const listening = new Promise<void>((resolve) => {
    node.stdout?.on('data', (chunk: Buffer) => chunk.includes('Listening on') && resolve())
  })
  const ended = once(node, 'exit').then(() => Promise.reject(new Error('The EVM node ended at its start.')))
  const late = AbortSignal.timeout(HANG_MS)
  await Promise.race([listening, ended, once(late, 'abort').then(() => Promise.reject(late.reason))])
}

/** Starts a node. Each transaction is mined at once until a test turns that off by `client.setAutomine(false)`. */
export async function startEvm(chainId: number): Promise<Evm> {
  const port = await freePort()
  const args = ['--port', String(port), '--chain-id', String(chainId), '--accounts', '0', '--host', '127.0.0.1']
  const node = spawn(program(), args, { stdio: ['ignore', 'pipe', 'ignore'] })
  const url = `http://127.0.0.1:${port}`
  const kill = () => node.kill('SIGKILL')
  process.once('exit', kill)
  await untilListening(node)
  const client = clientOf(url, chainId)
  // viem looks for a receipt again only when there is a new block: here none may follow, and the node tells of a block
  // before it knows the block's receipts.
  const findReceipt = (hash: Hex) =>
    client.getTransactionReceipt({ hash }).catch((fault) => {
      if (fault instanceof TransactionReceiptNotFoundError) return null
      throw fault
    })
  const receiptOf = (hash: Hex) => until(() => findReceipt(hash), `${hash} is in a block`)
  return {
    url,
    chainId,
    client,
    async wallet(account = privateKeyToAccount(generatePrivateKey())) {
      await client.setBalance({ address: account.address, value: ENDOWMENT })
      return account
    },
    receiptOf,
    async pay(account, to, value) {
      const hash = await client.sendTransaction({ account, to, value })
      await receiptOf(hash)
      return hash
    },
    async stop() {
      process.off('exit', kill)
      const ended = once(node, 'exit')
      node.kill('SIGTERM')
      await ended
    },
  }
}
