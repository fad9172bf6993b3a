import Ajv from 'ajv/dist/2020'
import { expect, test } from 'vitest'
import { contracts } from '@/lib/api/contracts'
import { NO_TOOL } from '@/lib/mcp/no-tool'
import { listedTools, OWN_PARAMETERS, TOOLS } from '@/lib/mcp/tools'

test('every operation is a tool, or there is a reason why it is none', () => {
  const operations = contracts.map(({ operationId }) => operationId)
  const tools = [...TOOLS.values()].map(({ endpoint }) => endpoint.operationId)
  expect([...tools, ...Object.keys(NO_TOOL)].sort()).toEqual([...operations].sort())
  for (const reason of Object.values(NO_TOOL)) expect(reason).toMatch(/^[A-Z].+\.$|^[a-z]+_\w+ .+\.$/)
})

test('what the operator’s machines ask is no tool: a list of tools costs each agent its length', () => {
  for (const name of ['get_health', 'get_ready', 'run_deadlines']) expect([...TOOLS.keys()]).not.toContain(name)
})

test('no parameter of a tool means two things', () => {
  for (const { name, endpoint, inPath, acts } of TOOLS.values()) {
    const fields = [endpoint.query ?? endpoint.steps?.prepare ?? endpoint.body, endpoint.steps?.sign]
    const names = [
      ...inPath,
      ...fields.flatMap((shape) => Object.keys(shape?.shape ?? {})),
      ...(acts ? Object.keys(OWN_PARAMETERS) : []),
    ]
    expect(new Set(names).size, name).toBe(names.length)
  }
})

test('every tool has both schemas, hints and words, as JSON Schema that stands alone', () => {
  const ajv = new Ajv({ strict: false, validateFormats: false })
  for (const tool of listedTools()) {
    expect(tool.name).toMatch(/^[a-z_]{3,64}$/)
    expect(tool.description.length, tool.name).toBeGreaterThan(20)
    expect(JSON.stringify(tool)).not.toContain('#/components/')
    expect(() => [ajv.compile(tool.inputSchema), ajv.compile(tool.outputSchema)], tool.name).not.toThrow()
    const reads = TOOLS.get(tool.name)?.endpoint.method === 'GET'
    expect(tool.annotations).toMatchObject({ readOnlyHint: reads, idempotentHint: reads, openWorldHint: true })
  }
})

test('a tool that can end or take back something says so', () => {
  const destructive = listedTools().filter(({ annotations }) => annotations.destructiveHint)
  expect(destructive.map(({ name }) => name).sort()).toEqual([
    'cancel_challenge',
    'complete_mission',
    'record_outcome',
    'reject_proposal',
    'release_mission',
    'set_milestone_status',
    'unlink_muse',
    'withdraw_decision',
  ])
})

// Clients put the list before every conversation, so it names records instead of repeating their schemas (it was 300 kB).
const LIST_CHARS_MAX = 100_000

test('the whole list leaves room for a conversation, and names what each answer holds', () => {
  const tools = listedTools()
  expect(JSON.stringify(tools).length).toBeLessThan(LIST_CHARS_MAX)
  const outputs = Object.fromEntries(tools.map(({ name, outputSchema }) => [name, outputSchema]))
  const answer = (properties: object) => ({ type: 'object', properties, required: Object.keys(properties) })
  expect(outputs).toMatchObject({
    get_mission: { properties: { answer: answer({ mission: { type: 'object' } }) } },
    list_missions: { properties: { answer: answer({ missions: { type: 'array' }, nextCursor: {} }) } },
    review_proof: {
      properties: { answer: answer({ proof: {} }), signing: { required: expect.arrayContaining(['nonce']) } },
    },
  })
})
