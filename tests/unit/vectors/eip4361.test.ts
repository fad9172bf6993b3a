import { getAddress, isAddress } from 'viem'
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { requireSignInText } from '@/client/src/asked-text'
import { createSignInChallenge } from '@/lib/auth/contract'
import { signInMessage } from '@/lib/signing/messages'
import { recoverSigner } from '@/lib/signing/recover'
import { serviceEnvironment } from '@/tests/support/environment'
import { vectors } from '@/tests/support/vectors'

Object.assign(
  process.env,
  serviceEnvironment({ databaseUrl: 'postgres://nobody@localhost/none', clockFile: '', port: 3000 }),
  { APP_URL: 'https://trellis.example' },
)

afterEach(() => vi.unstubAllEnvs())

// The grammar of EIP-4361 (its ABNF), with the parts of RFC 3986 and RFC 3339 that it names.
const CHARACTER = "(?:[\\w.~!$&'()*+,;=:-]|%[0-9A-Fa-f]{2})"
const AUTHORITY = `(?:${CHARACTER}*@)?(?:\\[[0-9A-Fa-f:.]+\\]|(?:[\\w.~!$&'()*+,;=-]|%[0-9A-Fa-f]{2})+)(?::\\d*)?`
const URI = `[A-Za-z][A-Za-z0-9+.-]*:(?:[\\w.~!$&'()*+,;=:@/?#\\[\\]-]|%[0-9A-Fa-f]{2})+`
const TIME = '\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(?:\\.\\d+)?(?:Z|[+-]\\d{2}:\\d{2})'
const GRAMMAR = new RegExp(
  [
    `^(?:(?<scheme>[A-Za-z][A-Za-z0-9+.-]*)://)?(?<domain>${AUTHORITY}) wants you to sign in with your Ethereum account:`,
    '(?<address>0x[0-9A-Fa-f]{40})',
    '',
    "(?:(?<statement>[\\w.~:/?#\\[\\]@!$&'()*+,;= -]+)\\n)?",
    `URI: (?<uri>${URI})`,
    'Version: (?<version>1)',
    'Chain ID: (?<chainId>\\d+)',
    'Nonce: (?<nonce>[A-Za-z0-9]{8,})',
    `Issued At: (?<issuedAt>${TIME})`,
  ].join('\n') +
    [
      `(?:\\nExpiration Time: (?<expirationTime>${TIME}))?`,
      `(?:\\nNot Before: (?<notBefore>${TIME}))?`,
      "(?:\\nRequest ID: (?<requestId>(?:[\\w.~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})*))?",
      `(?:\\nResources:(?<resources>(?:\\n- ${URI})*))?$`,
    ].join(''),
)

/** The fields of a message as text, or null where it does not follow the grammar or its address is not in EIP-55. */
function fieldsOf(message: string): Record<string, string | undefined> | null {
  const found = GRAMMAR.exec(message)?.groups
  const address = found?.address ?? ''
  return isAddress(address) && getAddress(address) === address ? { ...found } : null
}

const Fields = z.object({
  scheme: z.string().nullish(),
  domain: z.string(),
  address: z.string(),
  statement: z.string().nullish(),
  uri: z.string(),
  version: z.string(),
  chainId: z.int(),
  nonce: z.string(),
  issuedAt: z.string(),
  expirationTime: z.string().optional(),
  notBefore: z.string().optional(),
  requestId: z.string().optional(),
  resources: z.array(z.string()).optional(),
})
type Fields = z.infer<typeof Fields>

/** The message of fields, as EIP-4361 lays it out. */
const messageOf = (fields: Fields): string =>
  [
    `${fields.scheme ? `${fields.scheme}://` : ''}${fields.domain} wants you to sign in with your Ethereum account:`,
    fields.address,
    '',
    ...(fields.statement ? [fields.statement] : []),
    '',
    `URI: ${fields.uri}`,
    `Version: ${fields.version}`,
    `Chain ID: ${fields.chainId}`,
    `Nonce: ${fields.nonce}`,
    `Issued At: ${fields.issuedAt}`,
    ...(fields.expirationTime ? [`Expiration Time: ${fields.expirationTime}`] : []),
    ...(fields.notBefore ? [`Not Before: ${fields.notBefore}`] : []),
    ...(fields.requestId ? [`Request ID: ${fields.requestId}`] : []),
    ...(fields.resources ? ['Resources:', ...fields.resources.map((resource) => `- ${resource}`)] : []),
  ].join('\n')

const POSITIVE = Object.entries(
  vectors('siwe/parsing_positive.json', z.record(z.string(), z.object({ message: z.string(), fields: Fields }))),
)
const NEGATIVE = Object.entries(vectors('siwe/parsing_negative.json', z.record(z.string(), z.string())))

test.each(POSITIVE)('the grammar takes "%s"', (_name, { message, fields }) => {
  expect(messageOf(fields)).toBe(message)
  const { resources, chainId, scheme, statement, ...texts } = fields
  expect(fieldsOf(message)).toMatchObject({ ...texts, chainId: String(chainId) })
})

test.each(NEGATIVE)('the grammar refuses "%s"', (_name, message) => {
  expect(fieldsOf(message)).toBe(null)
})

test('what we ask people to sign follows it, whoever signs in, from whatever chain and whenever', () => {
  for (const [, { fields }] of POSITIVE) {
    const issuedAt = new Date(fields.issuedAt)
    const expiresAt = new Date(issuedAt.getTime() + 600_000)
    const { address, chainId, nonce } = fields
    const message = signInMessage({ address: getAddress(address), chainId, nonce, issuedAt, expiresAt })
    expect(fieldsOf(message)).toMatchObject({
      scheme: undefined,
      domain: 'trellis.example',
      address,
      uri: 'https://trellis.example',
      chainId: String(chainId),
      nonce,
      issuedAt: issuedAt.toISOString(),
      expirationTime: expiresAt.toISOString(),
      notBefore: undefined,
      resources: undefined,
    })
  }
})

test.each([
  'https://xn--e1afmkfd.xn--p1ai',
  'http://trellis:3000',
  'http://[::1]:3000',
  'http://127.0.0.1:3000',
  'http://localhost:3000',
])('a site at %s has such a message, and the client signs it', async (origin) => {
  vi.resetModules()
  vi.stubEnv('APP_URL', origin)
  const site = await import('@/lib/signing/messages')
  const [address, nonce] = ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', '0123456789abcdef']
  const [issuedAt, expiresAt] = [new Date(0), new Date(600_000)]
  const message = site.signInMessage({ address, chainId: 1, nonce, issuedAt, expiresAt })
  const domain = new URL(origin).host
  expect(fieldsOf(message)).toMatchObject({ domain, uri: origin, address, nonce })
  requireSignInText(message, { domain, address, nonce })
})

test.each([
  ['Café Zoë', 'Cafe Zoe'],
  ['Trellis & Søn', 'trellis.example'],
  ['Our “Garden”', 'trellis.example'],
  ['庭', 'trellis.example'],
])('a service called %s has such a message, which names it as %s', async (name, named) => {
  vi.resetModules()
  vi.stubEnv('SERVICE_NAME', name)
  const site = await import('@/lib/signing/messages')
  const [address, nonce] = ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', '0123456789abcdef']
  const [issuedAt, expiresAt] = [new Date(0), new Date(600_000)]
  const message = site.signInMessage({ address, chainId: 1, nonce, issuedAt, expiresAt })
  expect(fieldsOf(message)?.statement).toMatch(new RegExp(`^Sign in to ${named}\\. This proves`))
})

test('who asks to sign in names an address and a chain that such a message can hold', () => {
  const asked = vectors(
    'siwe/parsing_negative_objects.json',
    z.record(z.string(), z.object({ address: z.unknown(), chainId: z.unknown() }).partial()),
  )
  const refused = Object.entries(asked).filter(([, body]) => !createSignInChallenge.body?.safeParse(body).success)
  expect(refused.map(([name]) => name)).toEqual([
    'missing address',
    'missing chainId',
    'address not EIP-55',
    'not a valid chainId',
  ])
})

const Signed = z.record(z.string(), Fields.extend({ signature: z.string() }))
const SIGNED = Object.entries(vectors('siwe/verification_positive.json', Signed))
const WRONGLY_SIGNED = Object.entries(vectors('siwe/verification_negative.json', Signed)).filter(([name]) =>
  ['malformed signature', 'wrong signature'].includes(name),
)

test.each(SIGNED)('the wallet is recovered from "%s"', async (_name, { signature, ...fields }) => {
  expect(await recoverSigner(messageOf(fields), signature)).toBe(fields.address)
})

// The other refusals are of messages that somebody else made: ours are kept here, and only their signatures are sent.
test('a wrong signature opens no session', async () => {
  expect(WRONGLY_SIGNED).toHaveLength(2)
  for (const [name, { signature, ...fields }] of WRONGLY_SIGNED) {
    const signer = await recoverSigner(messageOf(fields), signature).catch((fault: unknown) => fault)
    if (name === 'malformed signature') expect(signer).toMatchObject({ code: 'invalid_request', field: 'signature' })
    else expect(signer).not.toBe(fields.address)
  }
})
