import type { AgentTool } from '@/lib/agent-tools/tools'
import { Components, type JsonSchema } from '@/lib/api/openapi-schemas'

const IN_COMPONENTS = '#/components/schemas/'
const IN_DEFS = '#/$defs/'

function isObject(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function named(components: Components, ref: unknown): JsonSchema {
  return typeof ref === 'string' ? (components.schemas[ref.replace(IN_COMPONENTS, '')] ?? {}) : {}
}

/** The part of a tool's input that the contract declares: its query, its body, or the body of a signed write's step 1. */
function declared({ contract }: AgentTool, components: Components): JsonSchema {
  const schema = contract.query ?? contract.steps?.prepare ?? contract.body
  if (!schema) return {}
  const made = components.schemaOf(schema, 'input')
  return '$ref' in made ? named(components, made['$ref']) : made
}

/**
 * The JSON Schema of a tool's input, one flat object: the record's id beside the fields of the contract.
 * @example
 * inputSchemaOf(AGENT_TOOLS.get_svc_challenge).required // ['challengeId']
 */
export function inputSchemaOf(tool: AgentTool): JsonSchema {
  const components = new Components()
  const { properties, required } = declared(tool, components)
  const { subject } = tool
  const format = subject?.parameter === 'address' ? { pattern: '^0x[0-9a-fA-F]{40}$' } : { format: 'uuid' }
  const schema = {
    type: 'object',
    properties: {
      ...(subject ? { [subject.property]: { type: 'string', ...format, description: subject.description } } : {}),
      ...(isObject(properties) ? properties : {}),
    },
    required: [...(subject ? [subject.property] : []), ...(Array.isArray(required) ? required : [])],
  }
  const text = JSON.stringify(schema)
  if (!text.includes(IN_COMPONENTS)) return schema
  return JSON.parse(JSON.stringify({ ...schema, $defs: components.schemas }).replaceAll(IN_COMPONENTS, IN_DEFS))
}
