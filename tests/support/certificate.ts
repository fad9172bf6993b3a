import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

// A certificate for `localhost` that vouches for itself (X.509 v3, RFC 5280), as a database on a private network has one.
// Node can make keys but no certificates, and `openssl` is not on every machine.

const SEQUENCE = 0x30
const ECDSA_WITH_SHA256 = Buffer.from('06082a8648ce3d040302', 'hex')
const COMMON_NAME = Buffer.from('0603550403', 'hex')
const BASIC_CONSTRAINTS = Buffer.from('0603551d13', 'hex')
const SUBJECT_ALT_NAME = Buffer.from('0603551d11', 'hex')
const TRUE = Buffer.from('0101ff', 'hex')
const V3 = Buffer.from('a003020102', 'hex')
const NOT_BEFORE = Buffer.from('250101000000Z')
const NOT_AFTER = Buffer.from('491231235959Z')

/** One value of DER: its tag, its length, its bytes (X.690 §8.1). */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  const length = Buffer.from([body.length >> 8, body.length & 0xff])
  const header = body.length < 0x80 ? length.subarray(1) : Buffer.concat([Buffer.from([0x82]), length])
  return Buffer.concat([Buffer.from([tag]), header, body])
}

const octets = (content: Buffer) => der(0x04, content)
const bits = (content: Buffer) => der(0x03, Buffer.from([0]), content)

function pem(kind: string, content: Buffer): string {
  const lines = content.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN ${kind}-----\n${lines.join('\n')}\n-----END ${kind}-----\n`
}

export interface Certificate {
  readonly key: string
  /** PEM; it is its own authority. */
  readonly cert: string
}

/** A certificate for `localhost`. */
export function selfSigned(): Certificate {
  const host = Buffer.from('localhost')
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = der(SEQUENCE, ECDSA_WITH_SHA256)
  const name = der(SEQUENCE, der(0x31, der(SEQUENCE, COMMON_NAME, der(0x0c, host))))
  const serial = der(0x02, Buffer.concat([Buffer.from([0x01]), randomBytes(8)]))
  const validity = der(SEQUENCE, der(0x17, NOT_BEFORE), der(0x17, NOT_AFTER))
  const constraints = der(SEQUENCE, BASIC_CONSTRAINTS, TRUE, octets(der(SEQUENCE, TRUE)))
  const names = der(SEQUENCE, SUBJECT_ALT_NAME, octets(der(SEQUENCE, der(0x82, host))))
  const extensions = der(0xa3, der(SEQUENCE, constraints, names))
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  const content = der(SEQUENCE, V3, serial, algorithm, name, validity, name, spki, extensions)
  const signature = sign('sha256', content, privateKey)
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: pem('CERTIFICATE', der(SEQUENCE, content, algorithm, bits(signature))),
  }
}
