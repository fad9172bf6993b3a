import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Actor, Json } from '@/tests/support/client'
import { expectMoment } from '@/tests/support/moments'
import { claimedMission, completedMission, provenMission, seedMission } from '@/tests/support/story'
import {
  ENDINGS,
  evidenceCalls,
  fileBody,
  filePart,
  filesOf,
  follow,
  multipart,
  samples,
  sha256,
} from '@/tests/support/upload'
import { expectError, UNKNOWN_ID } from '@/tests/support/walk'
import { openWorld, type World } from '@/tests/support/world'

const FILE_BYTES_MAX = 5 * 1024 * 1024
const TEN_MINUTES = 600

let world: World
let owner: Actor
let contributor: Actor
let mission: Json
beforeAll(async () => {
  world = await openWorld()
  owner = await world.wallet()
  contributor = await world.wallet()
  mission = await claimedMission(owner, contributor)
})
afterAll(() => world.close())

const { send, stored, pending, added, linkOf } = evidenceCalls(() => ({ world, mission, contributor }))

describe.each(Object.entries(samples))('a file of type %s', (type, sample) => {
  test('is stored as what its bytes say, and given back byte for byte as an attachment', async () => {
    const bytes = sample('one of each')
    const file = await added(bytes)
    expect(file).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      proofId: null,
      contentType: type,
      bytes: bytes.length,
      sha256: sha256(bytes),
      uploadedBy: contributor.address,
      uploadedAt: expect.stringMatching(/Z$/),
    })
    const began = Date.now()
    const { downloadUrl, expiresAt, ...facts } = await linkOf(file)
    expect(facts).toEqual(file)
    expect(downloadUrl.startsWith(`${world.base}/api/v1/files/${file.id}?`)).toBe(true)
    expectMoment(expiresAt, began, TEN_MINUTES * 1000)

    const answer = await follow(world.base, downloadUrl)
    expect(answer.status).toBe(200)
    expect(sha256(answer.bytes)).toBe(file.sha256)
    const ending = Object.entries(ENDINGS).find(([known]) => known === type)?.[1]
    expect(answer.headers).toMatchObject({
      'content-type': type === 'text/plain' ? 'text/plain; charset=utf-8' : type,
      'content-disposition': `attachment; filename="evidence-${file.id}.${ending}"`,
      'content-length': String(bytes.length),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      etag: `"${file.sha256}"`,
    })
  })
})

describe('the content decides, not the name and not the header', () => {
  test.each([
    ['an image that says it is text', samples['image/png'](), 'notes.txt', 'text/plain', 'image/png'],
    ['text that says it is an image', samples['text/plain'](), 'photo.png', 'image/png', 'text/plain'],
    [
      'Markdown that says it is a page',
      Buffer.from('<!-- a badge -->\n<p>hello</p>'),
      'x.html',
      'text/html',
      'text/plain',
    ],
    ['a name that climbs', samples['image/jpeg'](), '../../etc/passwd', 'image/svg+xml', 'image/jpeg'],
    [
      'a name with quotes and breaks in it',
      samples['image/webp'](),
      'a%22; name=%22proofId',
      'text/html',
      'image/webp',
    ],
  ])('%s', async (_what, bytes, name, said, type) => {
    const answer = await send(multipart([filePart(bytes, name, said)]))
    expect([answer.status, answer.body.file.contentType]).toEqual([201, type])
    const { downloadUrl } = await linkOf(answer.body.file)
    expect((await follow(world.base, downloadUrl)).headers['content-disposition']).toMatch(
      /^attachment; filename="evidence-[0-9a-f-]{36}\.[a-z]+"$/,
    )
  })

  const script = Buffer.from('/*<script>alert(1)</script>*/')
  test.each([
    ['an image with a page behind it', Buffer.concat([samples['image/png'](), script]), 'image/png'],
    ['a JPEG whose comment is a script', Buffer.concat([Buffer.from('ffd8fffe', 'hex'), script]), 'image/jpeg'],
    [
      'a PDF that is an archive too',
      Buffer.concat([samples['application/pdf'](), Buffer.from('PK\x03\x04\0\0')]),
      'application/pdf',
    ],
    ['a WEBP whose length is a script', Buffer.from('RIFF/*a*WEBPVP8 */alert(1)//'), 'image/webp'],
    ['text with a PDF in it', Buffer.from('hello\n%PDF-1.7'), 'text/plain'],
    ['text with a page in it', Buffer.from('hello\n<html><svg/onload=alert(1)></html>'), 'text/plain'],
  ])('%s is harmless by the way it is given out', async (_what, bytes, type) => {
    const file = await added(bytes)
    expect(file.contentType).toBe(type)
    const { headers, bytes: got } = await follow(world.base, (await linkOf(file)).downloadUrl)
    expect(got.equals(bytes)).toBe(true)
    expect([headers['content-disposition']?.split(';')[0], headers['x-content-type-options']]).toEqual([
      'attachment',
      'nosniff',
    ])
    expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox")
  })
})

describe('a file that is refused', () => {
  test.each([
    ['bytes that are nothing', Buffer.from('00ff00ff', 'hex')],
    ['an archive', Buffer.from('504b0304140000000800', 'hex')],
    ['a program', Buffer.from('7f454c4602010100', 'hex')],
    ['a GIF', Buffer.from('4749463839610100010080ff00', 'hex')],
    ['an archive whose bytes are all ASCII', Buffer.from('PK\x03\x04 an archive')],
    ['a GIF whose bytes are all ASCII', Buffer.from('GIF89a and more')],
    ['a page', Buffer.from('<!DOCTYPE html><script>alert(1)</script>')],
    ['a page behind white space', Buffer.from(' \r\n\t<html lang="en">')],
    ['a page behind a byte order mark', Buffer.from('\uFEFF<body>')],
    ['a picture as SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"></svg>')],
    ['a picture as XML', Buffer.from('<?xml version="1.0"?><svg></svg>')],
    ['text in Latin-1', Buffer.from('Grüße', 'latin1')],
    ['text in UTF-16', Buffer.from('hello', 'utf16le')],
    ['text that ends within a character', Buffer.from('Grüße').subarray(0, 3)],
    ['text with a surrogate in it', Buffer.from('61eda08062', 'hex')],
    ['text with U+0000 in it', Buffer.from('a\0b')],
    ['text that is broken at its very end', Buffer.concat([Buffer.alloc(300_000, 'a'), Buffer.from([0xff])])],
    ['an image cut off within its signature', samples['image/png']().subarray(0, 6)],
    ['an image with something before it', Buffer.concat([Buffer.from([0]), samples['image/png']()])],
    ['nothing at all', Buffer.alloc(0)],
  ])('%s is 400 for the field file, and leaves nothing', async (_what, bytes) => {
    const before = stored()
    expectError(await send(fileBody(bytes)), 400, 'invalid_request', 'file')
    expect([stored(), await pending()]).toEqual([before, 0])
  })

  test('exactly 5 MB are welcome, and one byte more is 413', async () => {
    const full = Buffer.alloc(FILE_BYTES_MAX, 'a')
    const file = await added(full)
    expect(file.bytes).toBe(FILE_BYTES_MAX)
    const got = await follow(world.base, (await linkOf(file)).downloadUrl)
    expect(sha256(got.bytes)).toBe(sha256(full))
    const before = stored()
    expectError(await send(fileBody(Buffer.concat([full, Buffer.from('a')]))), 413, 'payload_too_large')
    expectError(await send(fileBody(Buffer.alloc(20_000_000, 'a'))), 413, 'payload_too_large')
    expect([stored(), await pending()]).toEqual([before, 0])
  })

  test('too much beside the file is 413 too', async () => {
    const parts = [filePart('small'), { name: 'unheardOf', bytes: Buffer.alloc(FILE_BYTES_MAX + 17_000) }]
    expectError(await send(multipart(parts)), 413, 'payload_too_large')
    expect(await pending()).toBe(0)
  })

  test.each([
    ['a field named file that is no file', multipart([{ name: 'file', bytes: 'only text' }]), 'file'],
    ['no part named file', multipart([{ name: 'proofId', bytes: '' }]), 'file'],
    ['two files', multipart([filePart('one'), filePart('two')]), 'file'],
    [
      'two proofs',
      multipart([filePart('one'), { name: 'proofId', bytes: 'a' }, { name: 'proofId', bytes: 'b' }]),
      'proofId',
    ],
    ['a field that is too long', multipart([filePart('one'), { name: 'proofId', bytes: 'a'.repeat(5000) }]), 'proofId'],
  ])('%s', async (_what, body, field) => {
    const before = stored()
    expectError(await send(body), 400, 'invalid_request', field)
    expect([stored(), await pending()]).toEqual([before, 0])
  })

  test.each([
    ['an empty body', Buffer.alloc(0)],
    ['JSON', Buffer.from('{"file":"x"}')],
    ['another boundary', multipart([filePart('x')], 'another')],
    ['a body without its end', fileBody('whole').subarray(0, -8)],
    ['a body that ends within the file', fileBody(samples['image/png']()).subarray(0, 160)],
    [
      'a part without a name',
      Buffer.from(`--the-boundary-of-the-tests\r\nContent-Type: text/plain\r\n\r\nx\r\n--the-boundary-of-the-tests--`),
    ],
    ['a part without headers', Buffer.from('--the-boundary-of-the-tests\r\n\r\nx\r\n--the-boundary-of-the-tests--')],
    ['a body of more than 16 parts', multipart([filePart('x'), ...Array(16).fill({ name: 'x', bytes: '' })])],
    ['a header without an end', Buffer.from(`--the-boundary-of-the-tests\r\nX: ${'y'.repeat(9000)}`)],
  ])('%s is 400, for the whole body', async (_what, body) => {
    const before = stored()
    expectError(await send(body), 400, 'invalid_request', null)
    expect([stored(), await pending()]).toEqual([before, 0])
  })

  test('parts that nobody knows are ignored, whatever they are called', async () => {
    const odd = ['__proto__', 'constructor', 'owner', 'uploadedBy'].map((name) => ({ name, bytes: 'x' }))
    const answer = await send(multipart([...odd, ...odd, filePart('with odd company'), ...odd, ...odd.slice(1)]))
    expect([answer.status, answer.body.file.uploadedBy]).toEqual([201, contributor.address])
  })

  test('what stands before the first boundary and after the last is no part of it', async () => {
    const body = Buffer.concat([Buffer.from('preamble\r\n'), fileBody('within'), Buffer.from('epilogue')])
    const answer = await send(body)
    expect([answer.status, answer.body.file.bytes]).toEqual([201, 6])
  })

  test('a file may hold what looks like the boundary', async () => {
    const bytes = Buffer.from('--the-boundary-of-the-tests\r\n\r\n--the-boundary-of-the-test\r\n--')
    const file = await added(bytes)
    expect(file.sha256).toBe(sha256(bytes))
  })
})

describe('who may add files, and when', () => {
  test('only the contributor', async () => {
    const before = stored()
    for (const who of [owner, await world.wallet(), await world.verifier()])
      expectError(await send(fileBody('x'), {}, mission.id, who), 403, 'forbidden')
    expect([stored(), await pending()]).toEqual([before, 0])
  })

  test('a designated contributor only after the claim', async () => {
    const { id } = await seedMission(owner, { contributorWallet: contributor.address })
    expectError(await send(fileBody('x'), {}, id), 409, 'conflict')
    await contributor.post(`/api/v1/missions/${id}/claim`)
    expect((await send(fileBody('x'), {}, id)).status).toBe(201)
  })

  test('also while a proof waits, and never after the outcome', async () => {
    const proven = await provenMission(owner, contributor)
    expect((await send(fileBody('x'), {}, proven.mission.id)).status).toBe(201)
    const { mission: ended } = await completedMission(owner, contributor, await world.verifier())
    expectError(await send(fileBody('x'), {}, ended.id), 409, 'conflict')
  })

  test('a mission that does not exist is 404, a hidden one 410', async () => {
    for (const id of [UNKNOWN_ID, 'nothing', '%00']) expectError(await send(fileBody('x'), {}, id), 404, 'not_found')
    const hidden = await claimedMission(owner, contributor)
    await world.sql.query(`UPDATE "Mission" SET "hiddenAt" = now() WHERE id = $1`, [hidden.id])
    expectError(await send(fileBody('x'), {}, hidden.id), 410, 'expired')
    expectError(
      await world
        .get(`/api/v1/missions/${hidden.id}/files`)
        .then((reply) => ({ ...reply, headers: Object.fromEntries(reply.headers), bytes: Buffer.alloc(0) })),
      404,
      'not_found',
    )
  })

  /** So many files of a wallet, written straight into the database. */
  const fill = (missionId: string, who: Actor, count: number) =>
    world.sql.query(
      `INSERT INTO "EvidenceFile" SELECT gen_random_uuid(), $1, NULL, 'text/plain', 1, repeat('a', 64), $2, now(), NULL FROM generate_series(1, $3)`,
      [missionId, who.address, count],
    )

  test('a mission holds 50 files of a contributor at most', async () => {
    const full = await claimedMission(owner, contributor)
    await fill(full.id, contributor, 49)
    expect((await send(fileBody('the fiftieth'), {}, full.id)).status).toBe(201)
    const before = stored()
    expectError(await send(fileBody('one more'), {}, full.id), 409, 'conflict')
    expect([stored(), await pending()]).toEqual([before, 0])
  })

  test('the files of a former contributor take no room from the next one', async () => {
    const former = await world.wallet()
    const { id } = await claimedMission(owner, former)
    await fill(id, former, 50)
    expectError(await send(fileBody('one more'), {}, id, former), 409, 'conflict')
    expect((await former.post(`/api/v1/missions/${id}/release`, { reason: 'No time.' })).status).toBe(201)
    expect((await contributor.post(`/api/v1/missions/${id}/claim`)).status).toBe(201)
    expect((await send(fileBody('the first of the next'), {}, id)).status).toBe(201)
    await fill(id, contributor, 49)
    expectError(await send(fileBody('one more'), {}, id), 409, 'conflict')
    expect(await filesOf(world.base, id)).toHaveLength(100)
  })
})
