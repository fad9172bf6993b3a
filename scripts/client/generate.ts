import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import openapiTS, { astToString } from 'openapi-typescript'
import { contracts } from '@/lib/api/contracts'
import { errorSchema } from '@/lib/api/openapi-responses'
import { Components, type JsonSchema } from '@/lib/api/openapi-schemas'
import { type Endpoint, namesInPath } from '@/lib/contract/endpoint'
import { SignatureRequired } from '@/lib/contract/signed-step'
import { ERROR_STATUS } from '@/lib/errors'

// Generates the types of the client package from the contracts.

export const CLIENT = path.resolve(import.meta.dirname, '../../client')
const GENERATED = path.join(CLIENT, 'src', 'generated')

const object = (properties: Record<string, JsonSchema>, required = Object.keys(properties)): JsonSchema => ({
  type: 'object',
  properties,
  required,
})

function paramsOf({ path: template, ids }: Endpoint): JsonSchema | null {
  const names = namesInPath(template)
  const type = ids === 'integer' ? ['integer', 'string'] : 'string'
  return names.length > 0 ? object(Object.fromEntries(names.map((name) => [name, { type }]))) : null
}

/** The query as clients pass it: `limit` may also be its digits. */
function queryOf({ query }: Endpoint, components: Components): JsonSchema | null {
  if (!query) return null
  const fields = Object.entries(query.shape).map(([name, field]) => {
    const schema = components.schemaOf(field, 'input')
    return [name, name === 'limit' ? { ...schema, type: ['integer', 'string'] } : schema] as const
  })
  const needed = Object.entries(query.shape).filter(([, field]) => !field.safeParse(undefined).success)
  return object(
    Object.fromEntries(fields),
    needed.map(([name]) => name),
  )
}

/** Input and output of an operation as one schema; its summary becomes the comment of the function. */
function operation(endpoint: Endpoint, components: Components): JsonSchema {
  const { kind, summary, description, steps, body, returns } = endpoint
  const [params, query] = [paramsOf(endpoint), queryOf(endpoint, components)]
  const taken = steps?.prepare ?? body
  const needsQuery = Array.isArray(query?.['required']) && query['required'].length > 0
  const properties = {
    kind: { const: kind },
    ...(params ? { params } : {}),
    ...(query ? { query } : {}),
    ...(taken ? { body: components.schemaOf(taken, 'input') } : {}),
    returns: components.schemaOf(returns, 'output'),
  }
  const required = Object.keys(properties).filter((name) => name !== 'query' || needsQuery)
  return { ...object(properties, required), description: [summary, description].filter(Boolean).join(' ') }
}

async function types(): Promise<string> {
  const components = new Components()
  const operations = Object.fromEntries(contracts.map((one) => [one.operationId, operation(one, components)]))
  components.schemaOf(SignatureRequired, 'output')
  const schemas = {
    ...components.schemas,
    ErrorCode: { type: 'string', enum: Object.keys(ERROR_STATUS) },
    ErrorBody: errorSchema,
    Operations: object(operations),
  }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Trellis API', version: '1' },
    paths: {},
    components: { schemas },
  }
  const nodes = await openapiTS(JSON.stringify(document), {
    defaultNonNullable: false,
    immutable: true,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
  })
  return astToString(nodes)
}

/** Writes `client/src/generated`, which git ignores: the types of all operations and records. */
export async function generateTypes(): Promise<void> {
  mkdirSync(GENERATED, { recursive: true })
  writeFileSync(path.join(GENERATED, 'types.ts'), await types())
}
