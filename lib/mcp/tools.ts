import { z } from 'zod'
import { contracts } from '@/lib/api/contracts'
import { asObject, Components, type JsonSchema, pathParameter, standalone } from '@/lib/api/openapi-schemas'
import { type Endpoint, namesInPath } from '@/lib/contract/endpoint'
import { SignatureRequired } from '@/lib/contract/signed-step'
import { NO_TOOL } from '@/lib/mcp/no-tool'

/** Parameters of every acting tool that are not in the contract. */
export const OWN_PARAMETERS = {
  preview: {
    type: 'boolean',
    description: 'Only try it: everything is checked and run, and nothing is kept. Needs a token.',
  },
  handle: {
    type: 'string',
    description: 'Of an earlier answer with a signUrl: the same call with it tells what became of it.',
  },
  idempotencyKey: {
    type: 'string',
    description: 'With a token: new for each intent; the same call with the same key acts once. Made up where absent.',
  },
} as const satisfies Record<string, JsonSchema>

/** An operation of the API as an MCP tool. */
export interface Tool {
  readonly name: string
  readonly endpoint: Endpoint
  /** Whether it writes. */
  readonly acts: boolean
  /** Names of the path's parameters. */
  readonly inPath: readonly string[]
}

/** Operations that end or revoke something; all others only add. */
const TAKES_BACK: ReadonlySet<string> = new Set([
  'cancelChallenge',
  'completeMission',
  'recordOutcome',
  'rejectProposal',
  'releaseMission',
  'setMilestoneStatus',
  'unlinkMuse',
  'withdrawDecision',
])

/** `getChallenge` as `get_challenge`. */
const toolName = (operationId: string) => operationId.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Every tool by its name, in the order of the contracts. */
export const TOOLS: ReadonlyMap<string, Tool> = new Map(
  contracts
    .filter(({ operationId }) => !(operationId in NO_TOOL))
    .map((endpoint) => {
      const name = toolName(endpoint.operationId)
      return [name, { name, endpoint, acts: endpoint.kind !== 'read', inPath: namesInPath(endpoint.path) }]
    }),
)

const WHO: Readonly<Record<Endpoint['access'], string>> = {
  public: 'Open to everybody.',
  session: 'Needs a session.',
  wallet: 'For a signed-in wallet.',
  owner: 'For the record’s owner.',
  contributor: 'For the mission’s contributor.',
  verifier: 'For an allowlisted verifier.',
  admin: 'For a moderator.',
  cron: 'For the schedule.',
}

const HOW_SIGNED =
  'Its exact text is signed by the verifier’s wallet: without a token at the signUrl that the answer names; with one, sign `message` with personal_sign and call again with `nonce` and `signature`.'
const HOW_ACTED = 'Without a token the answer names a signUrl where the person’s wallet finishes it.'

function describe({ endpoint, acts }: Tool): string {
  const how = acts ? (endpoint.kind === 'signed' ? HOW_SIGNED : HOW_ACTED) : ''
  return [endpoint.summary, endpoint.description, WHO[endpoint.access], how].filter(Boolean).join(' ')
}

const namesIn = (required: unknown): string[] => (Array.isArray(required) ? required.map(String) : [])

/** One flat object: the path parameters and the fields of query or body. */
function inputSchema({ endpoint, inPath, acts }: Tool): JsonSchema {
  const components = new Components()
  // Without its name, so that its fields stand here alone.
  const partOf = (part: Endpoint['body']) => components.schemaOf(z.object(part?.shape), 'input')
  const { steps } = endpoint
  const fields = partOf(endpoint.query ?? steps?.prepare ?? endpoint.body)
  return standalone(
    {
      type: 'object',
      properties: {
        ...Object.fromEntries(inPath.map((name) => [name, pathParameter(name, endpoint)])),
        ...asObject(fields['properties']),
        ...(steps ? asObject(partOf(steps.sign)['properties']) : {}),
        ...(acts ? OWN_PARAMETERS : {}),
      },
      // The second call of a signed action has other fields than the first.
      required: [...inPath, ...(steps ? [] : namesIn(fields['required']))],
    },
    components,
  )
}

/**
 * The answer's schema, in which records are only named. Clients read the whole tool list, and often: with every record's own
 * schema it was four times as long, and an agent reads the record itself. Patterns and examples help only writers.
 */
function outlined(returns: Endpoint['returns']): JsonSchema {
  const components = new Components()
  const schema = components.resolve(components.schemaOf(returns, 'output'))
  const text = JSON.stringify(schema, (name, value: unknown) => {
    if ((name === 'pattern' || name === 'example') && typeof value === 'string') return undefined
    const { $ref: ref, ...own } = asObject(value)
    return typeof ref === 'string' ? { ...own, type: components.resolve({ $ref: ref })['type'] } : value
  })
  return JSON.parse(text)
}

/** The schema of a tool's answer: `notice` and exactly one of the other parts. */
function outputSchema({ endpoint, acts }: Tool): JsonSchema {
  const parts = { notice: { type: 'string' }, answer: outlined(endpoint.returns) }
  if (!acts) return { type: 'object', properties: parts, required: ['notice', 'answer'] }
  const signing = endpoint.steps ? { signing: outlined(SignatureRequired) } : {}
  const properties = { ...parts, preview: { type: 'object' }, waiting: { type: 'object' }, ...signing }
  return { type: 'object', properties, required: ['notice'] }
}

/** A tool as `tools/list` returns it (MCP 2026-07-28, Tools). */
const listed = (tool: Tool) => ({
  name: tool.name,
  title: tool.endpoint.summary.replace(/\.$/, ''),
  description: describe(tool),
  inputSchema: { ...inputSchema(tool), type: 'object' as const },
  outputSchema: { ...outputSchema(tool), type: 'object' as const },
  annotations: {
    readOnlyHint: !tool.acts,
    destructiveHint: TAKES_BACK.has(tool.endpoint.operationId),
    idempotentHint: !tool.acts,
    // It returns text that anyone may have written.
    openWorldHint: true,
  },
})

let list: ReturnType<typeof listed>[] | undefined

/** Every tool as listed; built once. */
export function listedTools() {
  list ??= [...TOOLS.values()].map(listed)
  return list
}

/** A summary of every tool, for the documentation. A read of a wallet's own data needs a wallet too. */
export const toolFacts = () =>
  [...TOOLS.values()].map(({ name, endpoint, acts }) => ({
    name,
    title: endpoint.summary,
    needsWallet: acts || endpoint.access !== 'public',
  }))
