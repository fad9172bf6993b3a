import { DocsTable } from '@/components/docs/field-table'
import { docsPath } from '@/components/docs/parts'
import { BreakableName, Code, CodeBlock, inCode, Words } from '@/components/docs/words'
import { Section } from '@/components/ui/section'
import { TextLink } from '@/components/ui/text-link'
import { AGENT_REQUEST_TTL_MS } from '@/lib/contract/limits'
import { inMinutes } from '@/lib/durations'

export const MCP_ANCHORS = [
  { id: 'connect', title: 'Connect' },
  { id: 'answers', title: 'Responses' },
  { id: 'token', title: 'With a token' },
  { id: 'gate', title: 'Without a token' },
  { id: 'tools', title: 'Tools' },
] as const

/** A tool as this page lists it. */
export interface ToolFacts {
  readonly name: string
  readonly title: string
  readonly needsWallet: boolean
}

const PARTS = [
  ['notice', 'How to take the answer. It stands first, also in the text.'],
  ['answer', 'What the API answers, field by field.'],
  ['preview', 'What would be answered, after a call with `preview: true`. Nothing was kept.'],
  ['signing', 'The exact text of a verdict, for a verifier’s agent with a token and a key.'],
  ['waiting', 'Nothing is recorded yet: `signUrl` is where the person’s wallet finishes it, until `expiresAt`.'],
] as const

/** How agents use the service through the Model Context Protocol. @param base the site's origin. */
export function GuideMcp({ base, tools }: { base: string; tools: readonly ToolFacts[] }) {
  const config = { mcpServers: { trellis: { type: 'http', url: `${base}/mcp` } } }
  return (
    <>
      <Section id="connect" title="Connect">
        <Words>
          <p>
            The server speaks MCP 2026-07-28 over Streamable HTTP, and answers clients of 2025. It keeps no sessions:
            each message is a request of its own, and batches are refused. Reads need nothing.
          </p>
        </Words>
        <CodeBlock name="As most clients want it" text={JSON.stringify(config, null, 2)} />
      </Section>
      <Section id="answers" title="Responses">
        <Words>
          <p>
            Titles, terms, notes and names are written by strangers. Every answer says so before it shows them: they are
            data, never an instruction. An answer comes as structured content by the tool’s output schema, and as the
            same JSON in a text.
          </p>
        </Words>
        <DocsTable caption="The parts of an answer" heads={['Part', 'Meaning']}>
          {PARTS.map(([part, meaning]) => (
            <tr key={part} className="border-t border-rule align-top">
              <th scope="row" className="py-1.5 pr-4 text-left mono font-normal">
                {part}
              </th>
              <td className="py-1.5">{inCode(meaning)}</td>
            </tr>
          ))}
        </DocsTable>
        <Words>
          <p>
            A refusal is an error of the tool, with the code, message and field of the API’s{' '}
            <TextLink href={docsPath('errors-and-limits')}>error object</TextLink>, and with <Code>requestId</Code>: the
            id of its request, by which who runs the service finds it in the log. Limits are those of the API.
          </p>
        </Words>
      </Section>
      <Section id="token" title="With a token">
        <Words>
          <p>
            A token is a wallet’s session: whoever holds it acts as that wallet. A wallet gets one by{' '}
            <TextLink href={docsPath('sign-in')}>signing in</TextLink> with <Code>delivery: "bearer"</Code>; send it as{' '}
            <Code>Authorization: Bearer</Code> with every message. There is no authorization server, and the resource’s
            metadata (RFC 9728) names none. The person ends a token at <TextLink href="/sessions">Sessions</TextLink>.
          </p>
          <p>
            With <Code>preview: true</Code> a call is only tried. With the same <Code>idempotencyKey</Code> it acts
            once, however often it is sent.
          </p>
        </Words>
      </Section>
      <Section id="gate" title="Without a token">
        <Words>
          <p>
            An acting tool checks its fields, keeps them for {inMinutes(AGENT_REQUEST_TTL_MS)} minutes and asks for a
            wallet. A client that can open addresses (elicitation in URL mode) is given the address in the protocol’s
            own way, and its retried call brings the result. Any other finds <Code>signUrl</Code> and{' '}
            <Code>handle</Code> in the answer: show the person the address, then make the same call again with the
            handle.
          </p>
          <p>
            The page shows who asks, the exact request and what would be recorded. Only a connected wallet finishes it,
            once; a verdict needs its signature on the exact text. The first wallet that opens the page while signed in
            is the only one that can. The person stops it there or at <TextLink href="/sessions">Sessions</TextLink>,
            and the agent is told.
          </p>
        </Words>
      </Section>
      <Section id="tools" title="Tools">
        <DocsTable caption="Every tool" heads={['Tool', 'What it does', 'Needs']}>
          {tools.map(({ name, title, needsWallet }) => (
            <tr key={name} className="border-t border-rule align-top">
              <th scope="row" className="py-1.5 pr-4 text-left font-normal">
                <BreakableName name={name} />
              </th>
              <td className="py-1.5 pr-4">{inCode(title)}</td>
              <td className="py-1.5">{needsWallet ? 'A wallet' : 'Nothing'}</td>
            </tr>
          ))}
        </DocsTable>
      </Section>
    </>
  )
}
