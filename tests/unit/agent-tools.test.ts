import Ajv2020 from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { inputSchemaOf } from '@/components/agent-tools/offer-tools'
import { runTool } from '@/components/agent-tools/run-tool'
import { AGENT_TOOL_NAMES } from '@/lib/agent-tools/names'
import { AGENT_TOOLS, hintsOf, needOf } from '@/lib/agent-tools/tools'
import { contracts } from '@/lib/api/contracts'

const tools = AGENT_TOOL_NAMES.map((name) => ({ name, tool: AGENT_TOOLS[name] }))
const ID = '019aa35c-0c00-7c3e-8f10-3b1f5a6c7d8e'
const WALLET = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

test('the names are those of the interface, in its order', () => {
  expect(AGENT_TOOL_NAMES).toEqual([
    'list_svc_challenges',
    'get_svc_challenge',
    'create_svc_challenge',
    'submit_challenge_response',
    'submit_challenge_decision',
    'list_svc_missions',
    'get_svc_project',
    'create_svc_mission',
    'claim_svc_mission',
    'submit_milestone_proof',
    'review_milestone_proof',
    'get_svc_reputation',
    'get_completion_receipt',
  ])
  expect(Object.keys(AGENT_TOOLS)).toEqual([...AGENT_TOOL_NAMES])
})

test('each says what it needs: to read, a wallet, or a verifier', () => {
  expect(Object.fromEntries(tools.map(({ name, tool }) => [name, needOf(tool)]))).toEqual({
    list_svc_challenges: 'reads',
    get_svc_challenge: 'reads',
    create_svc_challenge: 'wallet',
    submit_challenge_response: 'wallet',
    submit_challenge_decision: 'wallet',
    list_svc_missions: 'reads',
    get_svc_project: 'reads',
    create_svc_mission: 'wallet',
    claim_svc_mission: 'wallet',
    submit_milestone_proof: 'wallet',
    review_milestone_proof: 'verifier',
    get_svc_reputation: 'reads',
    get_completion_receipt: 'reads',
  })
})

describe.each(tools)('$name', ({ name, tool }) => {
  const schema = inputSchemaOf(tool)
  const { contract, subject } = tool

  test('maps to an endpoint of the service, and no two tools share one', () => {
    expect(contracts).toContain(contract)
    expect(tools.filter((other) => other.tool.contract === contract).map((other) => other.name)).toEqual([name])
  })

  test('its subject is the parameter of the path', () => {
    const parameters = [...contract.path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter)
    expect(parameters).toEqual(subject ? [subject.parameter] : [])
  })

  test('hints: reading is read-only, acting is consequential, people’s text is not to be trusted', () => {
    const reads = needOf(tool) === 'reads'
    expect(hintsOf(tool)).toEqual({
      readOnlyHint: reads,
      untrustedContentHint: true,
      consequentialHint: !reads,
    })
  })

  test('its input schema is whole, valid and takes the example of its contract', () => {
    const ajv = new Ajv2020({ strict: false })
    addFormats(ajv)
    const accepts = ajv.compile(schema)
    expect(JSON.stringify(schema)).not.toContain('#/components/')
    const example = typeof contract.example === 'object' ? contract.example : {}
    const id = subject?.parameter === 'address' ? WALLET : ID
    const input = { ...example, ...(subject ? { [subject.property]: id } : {}) }
    expect(accepts(input), JSON.stringify(accepts.errors)).toBe(true)
    expect(accepts({})).toBe(Array.isArray(schema['required']) && schema['required'].length === 0)
  })

  test('whatever acts can be asked first', () => {
    const offered: unknown = Reflect.get(Object(schema['properties']), 'preview')
    expect(offered).toEqual(needOf(tool) === 'reads' ? undefined : expect.objectContaining({ type: 'boolean' }))
  })

  test('its words tell an agent what it does', () => {
    expect(tool.title).toMatch(/^[A-Z].{3,40}$/)
    expect(tool.description).toMatch(/^[A-Z].*\.$/s)
    expect(tool.description.length).toBeGreaterThan(60)
  })
})

test('no field of a contract hides behind the name of a subject or of a preview', () => {
  for (const { tool } of tools) {
    const fields = {
      ...tool.contract.query?.shape,
      ...tool.contract.body?.shape,
      ...tool.contract.steps?.prepare.shape,
    }
    expect(Object.keys(fields)).not.toContain('preview')
    if (tool.subject) expect(Object.keys(fields)).not.toContain(tool.subject.property)
  }
})

/** How a tool refuses arguments that it sends nowhere. */
async function refusalOf(name: (typeof AGENT_TOOL_NAMES)[number], input: object) {
  const { signal } = new AbortController()
  const { content, isError } = await runTool(
    AGENT_TOOLS[name],
    input,
    { call: signal, either: signal },
    () => undefined,
  )
  expect(isError).toBe(true)
  return JSON.parse(content[0]?.text ?? '').error
}

test.each(tools.filter(({ tool }) => tool.subject))(
  '$name names the argument that names no record, and not a path',
  async ({ name, tool: { subject } }) => {
    for (const given of ['../missions', '\ud800', `{${ID}}`, '0x12']) {
      expect(await refusalOf(name, { [subject?.property ?? '']: given })).toEqual({
        code: 'not_found',
        message: `This ${subject?.property} names no record. ${subject?.description}`,
        field: subject?.property,
      })
    }
  },
)

test('a list is no word to search for', async () => {
  expect(await refusalOf('list_svc_challenges', { limit: 2, q: ['a', 'b'] })).toEqual({
    code: 'invalid_request',
    message: 'This field takes one value, not a list or an object.',
    field: 'q',
  })
})
