import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { isObjectName } from '@/lib/evidence/object-store'
import type { Actor, Json } from '@/tests/support/client'
import { checkAnswer } from '@/tests/support/openapi-check'
import { look } from '@/tests/support/race'
import { type Response, request } from '@/tests/support/request'
import { created } from '@/tests/support/story'
import type { World } from '@/tests/support/world'

/** The least that begins as each type does, told apart by a word. */
export const samples = {
  'image/png': (word = 'png') =>
    Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), Buffer.from(word)]),
  'image/jpeg': (word = 'jpeg') => Buffer.concat([Buffer.from('ffd8ffe000104a46494600', 'hex'), Buffer.from(word)]),
  'image/webp': (word = 'webp') => Buffer.concat([Buffer.from('RIFF\x24\0\0\0WEBPVP8 ', 'latin1'), Buffer.from(word)]),
  'application/pdf': (word = 'pdf') => Buffer.from(`%PDF-1.7\n%\xe2\xe3\xcf\xd3\n${word}`, 'latin1'),
  'text/plain': (word = 'text') => Buffer.from(`Grüße, 漢字: ${word}\n`),
} as const

export const ENDINGS = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
  'text/plain': 'txt',
} as const

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** The names of the objects in a folder of evidence; none while there is no folder. */
export const objectsIn = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder).filter(isObjectName) : []

/** What suites do with the files of missions. @param place their world, and the mission and sender that count where none is named. */
export function evidenceCalls(
  place: () => { readonly world: World; readonly mission: Json; readonly contributor: Actor },
) {
  const send = (body: Uint8Array, options = {}, missionId = place().mission.id, who = place().contributor) =>
    sendUpload(place().world.base, who, missionId, body, options)
  return {
    send,
    stored: (): string[] => objectsIn(process.env.EVIDENCE_DIR ?? ''),
    pending: async (): Promise<number> =>
      (await look(place().world, 'SELECT count(*)::int AS n FROM "EvidenceUpload"')).n,
    added: async (bytes: Uint8Array, proofId?: string, missionId?: string, who?: Actor): Promise<Json> =>
      (await created(send(fileBody(bytes, proofId), {}, missionId, who))).file,
    linkOf: async (file: Json, missionId = place().mission.id): Promise<Json> =>
      (await filesOf(place().world.base, missionId)).find(({ id }) => id === file.id),
  }
}

export const BOUNDARY = 'the-boundary-of-the-tests'

export interface UploadPart {
  readonly name: string
  readonly bytes: Uint8Array | string
  /** What stands after the name in the part's header. */
  readonly said?: string
}

/** A `multipart/form-data` body as it travels. */
export function multipart(parts: readonly UploadPart[], boundary = BOUNDARY): Buffer {
  const pieces = parts.flatMap(({ name, bytes, said = '' }) => [
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"${said}\r\n\r\n`),
    Buffer.from(bytes),
    Buffer.from('\r\n'),
  ])
  return Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)])
}

export const filePart = (bytes: Uint8Array | string, name = 'evidence.bin', type = 'application/octet-stream') => ({
  name: 'file',
  bytes,
  said: `; filename="${name}"\r\nContent-Type: ${type}`,
})

/** A body of one file, with the proof that it belongs to. */
export const fileBody = (bytes: Uint8Array | string, proofId?: string): Buffer =>
  multipart([filePart(bytes), ...(proofId === undefined ? [] : [{ name: 'proofId', bytes: proofId }])])

export interface UploadOptions {
  readonly key?: string
  readonly headers?: Record<string, string>
  readonly from?: string
}

/** The head of an upload's request, for bodies that are sent in parts. @param more headers, `Name: value` each. */
export function uploadHead(
  who: Actor,
  missionId: string,
  body: Uint8Array,
  { key = randomUUID(), more = [] }: { key?: string; more?: readonly string[] } = {},
): string {
  const lines = [
    `POST /api/v1/missions/${missionId}/files HTTP/1.1`,
    'Host: localhost',
    `Authorization: ${who.authorization.authorization}`,
    `Idempotency-Key: ${key}`,
    `Content-Type: multipart/form-data; boundary=${BOUNDARY}`,
    `Content-Length: ${body.length}`,
    ...more,
  ]
  return `${lines.join('\r\n')}\r\n\r\n`
}

/** Sends a body as it is; the answer is held against the OpenAPI document. */
export async function sendUpload(
  base: string,
  who: Actor | null,
  missionId: string,
  body: Uint8Array,
  { key = randomUUID(), headers = {}, from }: UploadOptions = {},
): Promise<Response> {
  const path = `/api/v1/missions/${missionId}/files`
  const answer = await request(base, {
    method: 'POST',
    path,
    headers: {
      ...who?.authorization,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      'idempotency-key': key,
      ...headers,
    },
    body,
    from,
  })
  await checkAnswer(base, 'POST', path, answer)
  return answer
}

/** The files of a mission with their links. */
export async function filesOf(base: string, missionId: string): Promise<Json[]> {
  const path = `/api/v1/missions/${missionId}/files`
  const answer = await request(base, { method: 'GET', path })
  await checkAnswer(base, 'GET', path, answer)
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body.files
}

/** Follows a link of the service's own. */
export function follow(base: string, downloadUrl: string, method = 'GET', headers = {}): Promise<Response> {
  const { pathname, search } = new URL(downloadUrl)
  return request(base, { method, path: `${pathname}${search}`, headers })
}
