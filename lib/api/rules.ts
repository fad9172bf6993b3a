import { contracts } from '@/lib/api/contracts'
import { asObject, Components, type JsonSchema } from '@/lib/api/openapi-schemas'
import { signingSamples } from '@/lib/api/signing-samples'
import { rolesNow } from '@/lib/auth/roles'
import { challengeMachine } from '@/lib/challenges/states'
import { outboxMachine, proposalMachine } from '@/lib/community/states'
import type { Endpoint } from '@/lib/contract/endpoint'
import * as limitTable from '@/lib/contract/limits'
import { appUrl, serviceName } from '@/lib/env'
import { notFound } from '@/lib/errors'
import { jcs } from '@/lib/history/canonical'
import { sha256Hex } from '@/lib/history/jcs'
import type { Row } from '@/lib/machine/machine'
import { missionMachine } from '@/lib/missions/states'
import { findRules, type RulesVersion, trustedKeys } from '@/lib/receipts/signed-under'
import type { Rules, ServiceKeyView } from '@/lib/rules/schemas'
import { SEEDS } from '@/lib/seeds/ledger'

/** The version of the API in its paths. */
const API = 'v1'

type Machine = { readonly states: readonly string[]; readonly rows: readonly Row<string, string, string>[] }

const machine = ({ states, rows }: Machine): Rules['machines']['mission'] => ({
  states: [...states],
  transitions: rows.map(({ from, on, by, to, when, aside }) => ({
    ...{ from, on, by, to },
    ...(when ? { when } : {}),
    ...(aside ? { aside: true } : {}),
  })),
})

/** @example camelCase('PROOFS_MAX') // 'proofsMax' */
const camelCase = (name: string) =>
  name.toLowerCase().replace(/_(\w)/g, (_whole, letter: string) => letter.toUpperCase())

function limits(): Rules['limits'] {
  const { RATE_LIMITS: _rates, ...values } = limitTable
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [camelCase(name), value instanceof RegExp ? value.source : value]),
  )
}

/** The bounds in a schema by field path: `milestones`, `milestones.title`. */
function* boundsIn(
  schema: JsonSchema,
  path: string,
  components: Components,
): Generator<[string, { min?: number; max: number }]> {
  const { minLength, maxLength, minItems, maxItems, properties, items } = components.resolve(schema)
  const [min, max] = [minLength ?? minItems, maxLength ?? maxItems]
  if (typeof max === 'number') yield [path, { ...(typeof min === 'number' ? { min } : {}), max }]
  for (const [name, field] of Object.entries(asObject(properties))) {
    yield* boundsIn(asObject(field), path === '' ? name : `${path}.${name}`, components)
  }
  if (items !== undefined) yield* boundsIn(asObject(items), path, components)
}

function boundsOf({ body, steps }: Endpoint): Rules['bounds'][string] {
  const components = new Components()
  const schemas = [body, steps?.prepare].flatMap((schema) => (schema ? [components.schemaOf(schema, 'input')] : []))
  return Object.fromEntries(schemas.flatMap((schema) => [...boundsIn(schema, '', components)]))
}

function bounds(): Rules['bounds'] {
  const all = contracts.map((endpoint) => [endpoint.operationId, boundsOf(endpoint)] as const)
  return Object.fromEntries(all.filter(([, fields]) => Object.keys(fields).length > 0))
}

function messages(): Rules['messages'] {
  const { museLink, decision, review, project } = signingSamples()
  return Object.fromEntries(
    Object.entries({ museLink, decision, review, project }).map(([name, text]) => {
      const [tag = '', ...lines] = text.split('\n')
      return [name, { tag, lines: lines.map((line) => line.slice(0, line.indexOf(':'))) }]
    }),
  )
}

function makeRules(): Rules {
  return {
    service: { name: serviceName(), origin: appUrl(), api: API },
    roles: rolesNow(),
    machines: {
      challenge: machine(challengeMachine),
      mission: machine(missionMachine),
      proposal: machine(proposalMachine),
      post: machine(outboxMachine),
    },
    seeds: SEEDS,
    rates: limitTable.RATE_LIMITS,
    limits: limits(),
    bounds: bounds(),
    messages: messages(),
  }
}

let made: { readonly roles: string; readonly version: RulesVersion } | undefined

/** The current rules. They are made again only when the allowlists change: nothing else does while a process runs. */
export function rulesNow(): RulesVersion {
  const roles = JSON.stringify(rolesNow())
  if (made?.roles !== roles) {
    const text = jcs(makeRules())
    made = { roles, version: { hash: sha256Hex(text), text } }
  }
  return made.version
}

const keys = async (): Promise<ServiceKeyView[]> =>
  (await trustedKeys()).map((key) => ({ algorithm: 'Ed25519', ...key }))

/** The body of `GET /api/v1/rules`. @throws Refusal `not_found` for a hash that no receipt names. */
export async function rulesBody({ hash }: { readonly hash?: string | undefined }): Promise<string> {
  const current = rulesNow()
  const text = hash === undefined || hash === current.hash ? current.text : await findRules(hash)
  if (text === null) throw notFound('There are no rules of that hash.')
  return `{"hash":"${hash ?? current.hash}","rules":${text},"keys":${JSON.stringify(await keys())}}`
}
