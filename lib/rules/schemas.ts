import { z } from 'zod'
import { Sha256, Timestamp, Wallet } from '@/lib/contract/fields'

const Row = z
  .object({
    from: z.string().nullable().meta({ description: 'Null where the record comes into being.' }),
    on: z.string(),
    by: z.string(),
    to: z.string(),
    when: z.string().optional(),
    aside: z.literal(true).optional().meta({ description: 'Beside the way, or only by a moderator’s hand.' }),
  })
  .meta({ id: 'Transition' })

const Machine = z.object({ states: z.array(z.string()), transitions: z.array(Row) })

const Bounds = z
  .object({ min: z.int().optional(), max: z.int() })
  .meta({ description: 'Of a text in characters (Unicode code points), of a list in items.' })

/** The rules of the service: the tables that its code uses. */
export const Rules = z
  .object({
    service: z.object({ name: z.string(), origin: z.string(), api: z.string() }),
    roles: z.object({ verifiers: z.array(Wallet), moderators: z.array(Wallet) }),
    machines: z.object({ challenge: Machine, mission: Machine, proposal: Machine, post: Machine }),
    seeds: z.record(z.string(), z.int()).meta({ description: 'What is earned for what.' }),
    rates: z
      .record(z.string(), z.object({ walletMax: z.int(), networkMax: z.int(), windowSeconds: z.int() }))
      .meta({ description: 'Requests of a wallet, and of a network, in a window; by the groups of the reference.' }),
    limits: z.record(z.string(), z.union([z.number(), z.string()])).meta({
      description: 'By name; its end names the unit: milliseconds, bytes, days. A pattern is a text.',
    }),
    bounds: z
      .record(z.string(), z.record(z.string(), Bounds))
      .meta({ description: 'What each operation takes, by field.' }),
    messages: z
      .record(z.string(), z.object({ tag: z.string(), lines: z.array(z.string()) }))
      .meta({ description: 'The texts that wallets sign: the first line, and the names of those that follow.' }),
  })
  .meta({ id: 'Rules' })
export type Rules = z.infer<typeof Rules>

export const ServiceKeyView = z
  .object({
    algorithm: z.literal('Ed25519'),
    publicKey: z.string().meta({ description: 'base64url.' }),
    since: Timestamp.nullable().meta({
      description:
        'From when on it counts: when it first signed, or took the place of another; null for a key that has done neither.',
    }),
    until: Timestamp.nullable().meta({ description: 'When another took its place; null while it is in use.' }),
  })
  .meta({ id: 'ServiceKey' })
export type ServiceKeyView = z.infer<typeof ServiceKeyView>

export const RulesQuery = z.object({
  hash: Sha256.optional().meta({
    description: 'Of earlier rules, as a receipt names them. Without it: those of now.',
  }),
})

export const RulesAnswer = z.object({
  hash: Sha256.meta({ description: 'SHA-256 (hex) of the RFC 8785 form of `rules`: their version.' }),
  rules: Rules,
  keys: z.array(ServiceKeyView).meta({ description: 'The keys of this service with their periods, newest first.' }),
})
