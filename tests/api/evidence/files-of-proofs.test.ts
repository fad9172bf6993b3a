import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jcsHash } from '@/lib/history/jcs'
import { checkReceipt } from '@/lib/verify/check-receipt'
import { allHold } from '@/lib/verify/finding'
import type { Actor, Json } from '@/tests/support/client'
import { expectWholeHistory, rounds } from '@/tests/support/race'
import { claimedMission, proofBody, provenMission } from '@/tests/support/story'
import { evidenceCalls, fileBody, filesOf, follow, samples, sha256 } from '@/tests/support/upload'
import { expectError, UNKNOWN_ID } from '@/tests/support/walk'
import { openWorld, type World } from '@/tests/support/world'

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

describe('a file of a proof', () => {
  test('stands with its proof, in the mission, in the history and on the receipt', async () => {
    const verifier = await world.verifier()
    const { mission: proven, proof } = await provenMission(owner, contributor)
    const ofProof = await added(samples['image/png']('of the proof'), proof.id, proven.id)
    const loose = await added(samples['text/plain']('of the mission'), '', proven.id)
    expect([ofProof.proofId, loose.proofId]).toEqual([proof.id, null])

    const { mission: record } = (await world.get(`/api/v1/missions/${proven.id}`)).body
    expect(record.files).toEqual([ofProof, loose])
    expect(record.proofs[0].files).toEqual([ofProof])
    expect((await world.get(`/api/v1/missions/${proven.id}/proof`)).body.proofs[0].files).toEqual([ofProof])
    const { id: fileId, contentType, bytes, sha256: hash } = ofProof
    expect(record.history.find(({ kind }: Json) => kind === 'file-added')).toMatchObject({
      actor: contributor.address,
      data: { fileId, proofId: proof.id, contentType, bytes, sha256: hash },
    })
    const kinds = ['mission-created', 'mission-claimed', 'proof-submitted', 'file-added', 'file-added']
    await expectWholeHistory(world, proven.id, kinds)

    await verifier.signed(`/api/v1/proof/${proof.id}/review`, { verdict: 'approve', reason: 'It is there.' })
    const ended = await owner.post(`/api/v1/missions/${proven.id}/complete`, {
      outcome: 'completed',
      statement: 'Done.',
    })
    expect(ended.status).toBe(201)
    const { receipt } = (await world.get(`/api/v1/receipts/${ended.body.receipt.id}`)).body
    expect(receipt.evidence[0].files).toEqual([ofProof])
    expect(receipt.files).toEqual([loose])
    const findings = await checkReceipt(receipt, {
      mission: (await world.get(`/api/v1/missions/${proven.id}`)).body.mission.history,
    })
    expect(findings.filter(({ result }) => result === 'invalid')).toEqual([])
  })

  describe('is a part of what a verifier signs', () => {
    const review = (id: string) => `/api/v1/proof/${id}/review`
    const approve = { verdict: 'approve', reason: 'It is there.' }
    const hashIn = (message: string) => /^Content SHA-256: ([0-9a-f]{64})$/m.exec(message)?.[1]
    const proofOf = async (missionId: string): Promise<Json> =>
      (await world.get(`/api/v1/missions/${missionId}`)).body.mission.proofs[0]

    test('the content signed holds the sums of all files, sorted, and the receipt proves it offline', async () => {
      const verifier = await world.verifier()
      const { mission: proven, proof } = await provenMission(owner, contributor)
      for (const word of ['one', 'two', 'three']) await added(samples['text/plain'](word), proof.id, proven.id)
      const sums = ['one', 'two', 'three'].map((word) => sha256(samples['text/plain'](word))).sort()
      const { fileSums, ...shown } = await proofOf(proven.id)
      expect([fileSums, shown.files.map((file: Json) => file.sha256).sort()]).toEqual([sums, sums])
      const { missionId, milestoneId, kind, url, txHash, chainId, note, submittedBy, submittedAt } = shown
      const facts = { proofId: proof.id, missionId, milestoneId, kind, url, txHash, chainId, note, submittedBy }
      const { message, nonce } = (await verifier.post(review(proof.id), approve)).body
      expect(hashIn(message)).toBe(jcsHash({ ...facts, submittedAt, files: sums }))
      const signature = await verifier.account.signMessage({ message })
      expect((await verifier.post(review(proof.id), { nonce, signature })).status).toBe(201)
      const end = { outcome: 'completed', statement: 'Done.' }
      const { receipt } = (await owner.post(`/api/v1/missions/${proven.id}/complete`, end)).body
      expect(receipt.evidence[0].fileSums).toEqual(sums)
      expect(allHold(await checkReceipt(receipt))).toBe(true)
    })

    test('no file joins a proof that was reviewed, whatever the verdict; the mission still takes one', async () => {
      const verifier = await world.verifier()
      for (const verdict of ['approve', 'reject', 'request-changes']) {
        const { mission: proven, proof } = await provenMission(owner, contributor)
        expect((await verifier.signed(review(proof.id), { ...approve, verdict })).status).toBe(201)
        const before = stored()
        const late = await send(fileBody('late', proof.id), {}, proven.id)
        expectError(late, 409, 'conflict')
        expect(late.body.error.message).toContain('reviewed')
        expect([stored(), await pending()]).toEqual([before, 0])
        expect((await proofOf(proven.id)).fileSums).toEqual([])
        await added(samples['text/plain']('for the mission'), undefined, proven.id)
      }
    })

    test('a file that arrives between the two steps makes the second one a conflict', async () => {
      const verifier = await world.verifier()
      const { mission: proven, proof } = await provenMission(owner, contributor)
      const { message, nonce } = (await verifier.post(review(proof.id), approve)).body
      await added(samples['text/plain']('meanwhile'), proof.id, proven.id)
      const signature = await verifier.account.signMessage({ message })
      const refused = await verifier.post(review(proof.id), { nonce, signature })
      expect([refused.status, refused.body.error.message]).toEqual([409, expect.stringContaining('moved')])
      expect((await proofOf(proven.id)).status).toBe('submitted')
      expect((await verifier.signed(review(proof.id), approve)).status).toBe(201)
    })

    test('of an upload and a signature at once, what is signed holds every file that the proof has', async () => {
      const verifier = await world.verifier()
      const ends = await rounds(async (round) => {
        const { mission: proven, proof } = await provenMission(owner, contributor)
        const { message, nonce } = (await verifier.post(review(proof.id), approve)).body
        const step = { nonce, signature: await verifier.account.signMessage({ message }) }
        const file = () => send(fileBody(`of round ${round}`, proof.id), {}, proven.id)
        const sign = () => verifier.post(review(proof.id), step)
        const both = round % 2 === 0 ? [file(), sign()] : [sign(), file()]
        const found = (await Promise.all(both)).map((answer) => answer.status).sort()
        expect(found).toEqual([201, 409])
        const { status, fileSums, reviews } = await proofOf(proven.id)
        expect([status, fileSums.length, reviews.length]).toEqual(
          status === 'verified' ? ['verified', 0, 1] : ['submitted', 1, 0],
        )
        return status
      }, 12)
      expect(ends.length).toBe(12)
    })

    test('a file that a moderator hid keeps its sum in what was signed, and its bytes are withheld', async () => {
      const [verifier, admin] = [await world.verifier(), await world.admin()]
      const { mission: proven, proof } = await provenMission(owner, contributor)
      const file = await added(samples['text/plain']('to be hidden'), proof.id, proven.id)
      const prepared = (await verifier.post(review(proof.id), approve)).body
      const hiding = { recordType: 'evidence', recordId: file.id, action: 'hide', reason: 'Malware.' }
      expect((await admin.post('/api/moderation', hiding)).status).toBe(201)
      const signature = await verifier.account.signMessage({ message: prepared.message })
      expect((await verifier.post(review(proof.id), { nonce: prepared.nonce, signature })).status).toBe(201)
      const { files, fileSums } = await proofOf(proven.id)
      expect([files, fileSums]).toEqual([[], [file.sha256]])
      const end = { outcome: 'completed', statement: 'Done.' }
      const { receipt } = (await owner.post(`/api/v1/missions/${proven.id}/complete`, end)).body
      expect([receipt.evidence[0].files, receipt.evidence[0].fileSums]).toEqual([[], [file.sha256]])
      expect(allHold(await checkReceipt(receipt))).toBe(true)
    })
  })

  test('a proof of another mission, or none, is 404; a hidden one is 410', async () => {
    const other = await provenMission(owner, contributor)
    const before = stored()
    for (const id of [other.proof.id, UNKNOWN_ID, 'no id', mission.id])
      expectError(await send(fileBody('x', id)), 404, 'not_found')
    await world.sql.query(`UPDATE "Proof" SET "hiddenAt" = now() WHERE id = $1`, [other.proof.id])
    expectError(await send(fileBody('x', other.proof.id), {}, other.mission.id), 410, 'expired')
    expect([stored(), await pending()]).toEqual([before, 0])
  })

  test('a file is as hidden as itself, its proof or its mission', async () => {
    const { mission: proven, proof } = await provenMission(owner, contributor)
    const file = await added(samples['image/png'](), proof.id, proven.id)
    const { downloadUrl } = await linkOf(file, proven.id)
    const places = [
      [`"EvidenceFile"`, file.id],
      [`"Proof"`, proof.id],
      [`"Mission"`, proven.id],
    ]
    for (const [table, id] of places) {
      await world.sql.query(`UPDATE ${table} SET "hiddenAt" = now() WHERE id = $1`, [id])
      expectError(await follow(world.base, downloadUrl), 404, 'not_found')
      if (table !== '"Mission"') {
        expect(await filesOf(world.base, proven.id)).toEqual([])
        expect((await world.get(`/api/v1/missions/${proven.id}`)).body.mission.files).toEqual([])
      }
      await world.sql.query(`UPDATE ${table} SET "hiddenAt" = NULL WHERE id = $1`, [id])
      expect((await follow(world.base, downloadUrl)).status).toBe(200)
    }
  })

  test('what a file is can never be changed or taken back', async () => {
    const { id } = await added(samples['image/png']('for good'))
    const attempts = [
      `UPDATE "EvidenceFile" SET sha256 = repeat('0', 64) WHERE id = $1`,
      `UPDATE "EvidenceFile" SET "proofId" = NULL WHERE id = $1`,
      `DELETE FROM "EvidenceFile" WHERE id = $1`,
    ]
    for (const attempt of attempts) await expect(world.sql.query(attempt, [id])).rejects.toThrow('append-only')
    await expect(world.sql.query('TRUNCATE "EvidenceFile"')).rejects.toThrow('append-only')
  })

  test('the proof form still answers with no files', async () => {
    const fresh = await claimedMission(owner, contributor)
    const reply = await contributor.post(`/api/v1/milestones/${fresh.milestones[0].id}/proof`, proofBody)
    expect(reply.body.proof.files).toEqual([])
  })
})
