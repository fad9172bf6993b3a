import { z } from 'zod'
import { ChainIdText, Sha256, Wallet } from '@/lib/contract/fields'
import { SeedEntryView } from '@/lib/seeds/schemas'

const Bytes32 = z
  .string()
  .regex(/^0x[0-9a-f]{64}$/)
  .meta({ example: `0x${'ab'.repeat(32)}` })
const Hex = z
  .string()
  .regex(/^0x([0-9a-f]{2})*$/)
  .meta({ example: '0xf17325e7' })
const Digits = z.string().regex(/^\d+$/).meta({ example: '0' })

/** An unsigned transaction. Without a configured chain it has no destination. */
const UnsignedTransaction = z
  .object({
    to: Wallet.nullable().meta({ description: 'The contract; null while no chain is configured.' }),
    data: Hex,
    value: Digits.meta({ description: 'In wei; always 0.' }),
    chainId: ChainIdText.nullable(),
  })
  .meta({ id: 'UnsignedTransaction', description: 'The service signs and sends none.' })

export const OnchainView = z
  .object({
    mode: z.enum(['off', 'preview']).meta({ description: '`off` while no chain is configured.' }),
    chainId: ChainIdText.nullable(),
    schema: z.string().meta({ description: 'The proposed attestation schema.' }),
    schemaUid: Bytes32.meta({ description: 'keccak256 of schema, resolver (none) and revocable (false), packed.' }),
    registerSchemaTransaction: UnsignedTransaction,
  })
  .meta({ id: 'OnchainSeeds' })

const AttestationRequest = z
  .object({
    schema: Bytes32,
    data: z.object({
      recipient: Wallet,
      expirationTime: Digits,
      revocable: z.literal(false),
      refUID: Bytes32,
      data: Hex.meta({ description: 'The entry, ABI-encoded by the schema.' }),
      value: Digits,
    }),
  })
  .meta({ id: 'AttestationRequest', description: 'What `attest` of the Ethereum Attestation Service is called with.' })

export const AttestationPreview = z
  .object({
    entry: SeedEntryView,
    attestation: UnsignedTransaction.extend({ request: AttestationRequest }).meta({ id: 'UnsignedAttestation' }),
    evidenceHash: Sha256,
    gasEstimate: Digits.nullable().meta({
      description: 'Read-only; null without a provider that answers, or while the schema is not registered.',
    }),
  })
  .meta({ id: 'AttestationPreview' })

export type OnchainView = z.infer<typeof OnchainView>
export type AttestationPreview = z.infer<typeof AttestationPreview>
