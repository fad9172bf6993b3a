import type { PrivateKeyAccount } from 'viem/accounts'
import { expect } from 'vitest'
import type { Json } from '@/tests/support/client'
import type { OpenedPage, TestBrowser } from '@/tests/support/pages'
import { signInByClicks } from '@/tests/support/pages-steps'
import { freshAccount, type TestWallet } from '@/tests/support/pages-wallet'

// An agent of the browser beside the home page, which uses its tools by the browser's own API (WebMCP).

/** The browser's switch for that API. */
export const WEB_MCP = '--enable-features=WebMCP'

export interface Agent {
  readonly opened: OpenedPage
  readonly wallet: TestWallet
  /** Calls a tool; gives what it answered, and whether that was a refusal. */
  call(name: string, input?: object): Promise<{ readonly body: Json; readonly isError: boolean }>
}

export const agentToolsOffered = ({ page }: OpenedPage) =>
  page.getByText('Your browser’s agent can use them on this page now.').waitFor()

/** The home page with its tools, and an agent beside it. */
export async function openAgent(browser: TestBrowser, account: PrivateKeyAccount = freshAccount()): Promise<Agent> {
  const opened = await browser.open({ wallets: [{ accounts: [account, freshAccount()] }] })
  const [wallet] = opened.wallets
  if (!wallet) throw new Error('No wallet.')
  await agentToolsOffered(opened)
  return {
    opened,
    wallet,
    async call(name, input = {}) {
      const answer: Json = await opened.page.webmcp.callTool(name, input)
      expect(answer.content).toEqual([{ type: 'text', text: expect.any(String) }])
      return { body: JSON.parse(answer.content[0].text), isError: answer.isError ?? false }
    },
  }
}

/** The same, with a person signed in. */
export async function signedInAgent(browser: TestBrowser, account?: PrivateKeyAccount): Promise<Agent> {
  const agent = await openAgent(browser, account)
  await signInByClicks(agent.opened.page, agent.wallet)
  return agent
}

/** How a tool refuses. */
export const toolRefusal = (code: string) => ({ isError: true, body: { error: expect.objectContaining({ code }) } })

/**
 * Calls a tool as the browser does, which hands the answer of a cancelled call to nobody. Loads the page again.
 * @returns `start` begins a call and gives its answer; `cancel` aborts the last one.
 */
export async function cancellableCalls(opened: OpenedPage) {
  const { page } = opened
  await page.addInitScript(() => {
    const context = Reflect.get(document, 'modelContext')
    const register = context.registerTool.bind(context)
    context.registerTool = (tool: { name: string }, options: object) => {
      Reflect.set(globalThis, tool.name, tool)
      return register(tool, options)
    }
  })
  await page.reload()
  await agentToolsOffered(opened)
  return {
    async start(name: string, input: object): Promise<Json> {
      const answer: Json = await page.evaluate(
        ([tool, given]) => {
          const stopper = new AbortController()
          Reflect.set(globalThis, 'stopper', stopper)
          return Reflect.get(globalThis, tool).execute(given, { signal: stopper.signal })
        },
        [name, input] as const,
      )
      return JSON.parse(answer.content[0].text)
    },
    cancel: () => page.evaluate(() => Reflect.get(globalThis, 'stopper').abort()),
  }
}
