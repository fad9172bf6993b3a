import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { beforeAll, describe, expect, test } from 'vitest'
import { chainEvent } from '@/lib/history/chain'
import { jcsHash } from '@/lib/history/jcs'
import { publicKeyOf, signEd25519 } from '@/lib/signing/ed25519'
import { checkReceipt } from '@/lib/verify/check-receipt'
import { allHold } from '@/lib/verify/finding'
import { anyTime } from '@/lib/verify/key-period'
import { parseReceiptFile } from '@/lib/verify/parse-file'
import { serviceEnvironment } from '@/tests/support/environment'
import { appended, makeReceiptFile, type ReceiptFile } from '@/tests/support/receipt-file'

Object.assign(
  process.env,
  serviceEnvironment({ databaseUrl: 'postgres://nobody@localhost/none', clockFile: '', port: 3000 }),
)

let original: ReceiptFile

beforeAll(async () => {
  original = await makeReceiptFile()
})

/** The names of what is found wrong in a copy of the file after a change, read as the pages read a file. */
async function wrongAfter(change: (file: ReceiptFile) => unknown): Promise<string[]> {
  const file = structuredClone(original)
  change(file)
  const parsed = parseReceiptFile(JSON.stringify(file))
  if (!parsed) throw new Error('This file holds no receipt.')
  const findings = await checkReceipt(parsed.receipt, parsed.history, [anyTime(original.receipt.serviceKey)])
  const wrong = findings.filter(({ result }) => result === 'invalid').map(({ what }) => what)
  expect(allHold(findings)).toBe(wrong.length === 0)
  return wrong
}

/** Seals a changed receipt anew with a key, as a forger would. */
async function reseal({ receipt }: ReceiptFile, seed: string): Promise<void> {
  receipt.serviceKey = await publicKeyOf(seed)
  const { contentHash: _hash, serviceSignature: _signature, payments: _payments, ...content } = receipt
  receipt.contentHash = jcsHash(content)
  receipt.serviceSignature = await signEd25519(new Uint8Array(Buffer.from(receipt.contentHash, 'hex')), seed)
}

describe('a receipt as it was issued', () => {
  test('holds in every respect', async () => {
    const findings = await checkReceipt(original.receipt, original.history, [anyTime(original.receipt.serviceKey)])
    expect(findings.map(({ what, result }) => `${result} ${what}`)).toEqual([
      'valid Content hash',
      'valid Service signature',
      'valid Service key',
      'valid Decision: signature',
      'valid Decision: words',
      'valid Decision: content',
      'valid Review 1 (reject): signature',
      'valid Review 1 (reject): words',
      'valid Review 1 (reject): content',
      'valid Review 2 (approve): signature',
      'valid Review 2 (approve): words',
      'valid Review 2 (approve): content',
      'valid Milestone 1: verified',
      'valid Mission: history',
      'valid Mission: this receipt',
      'valid Challenge: history',
      'valid Challenge: this mission',
      'valid Decision (approve, event 2): signature',
      'valid Decision (approve, event 2): words',
      'valid Decision (approve, event 2): content',
      'valid Decision (approve, event 2): this challenge',
    ])
  })

  test('holds when payments are recorded beside it later', async () => {
    const { receipt } = original
    const payment = {
      id: receipt.id,
      chainId: '8453',
      txHash: `0x${'ab'.repeat(32)}`,
      recordedBy: receipt.terms.owner,
      recordedAt: receipt.issuedAt,
      check: { ...(receipt.evidence[0]?.check ?? expect.fail()), paysContributor: null },
    }
    const paid = structuredClone(original)
    paid.receipt.payments.push(payment)
    // Its event is missing.
    expect(await wrongAfter((file) => Object.assign(file, paid))).toEqual(['Payments'])
    const { id: paymentId, chainId, txHash } = payment
    const recorded = { paymentId, receiptId: receipt.id, chainId, txHash }
    const later = (data: object) => ({
      ...paid.history,
      mission: appended(paid.history.mission, 'payment-recorded', data),
    })
    expect(await wrongAfter((file) => Object.assign(file, { ...paid, history: later(recorded) }))).toEqual([])
    for (const [name, value] of Object.entries({ paymentId: 'x', chainId: '1', txHash: '0x', receiptId: 'x' }))
      expect(
        await wrongAfter((file) => Object.assign(file, { ...paid, history: later({ ...recorded, [name]: value }) })),
      ).toEqual(['Payments'])
    const payments = async (history: object, areSigned = false) =>
      (await checkReceipt(paid.receipt, history, [], areSigned)).filter(({ check }) => check === 'payments')
    const unknown = {
      check: 'payments',
      what: 'Payments',
      result: 'unknown',
      because: 'Recorded beside the receipt; nothing in this file proves them.',
    }
    expect(await payments({})).toEqual([unknown])
    expect(await payments(later(recorded))).toEqual([unknown])
    // An export signs the histories as a whole.
    expect(await payments(later(recorded), true)).toMatchObject([{ result: 'valid' }])
    expect(await payments({}, true)).toEqual([unknown])
  })

  test('alone, without histories or a known key, leaves those unknown and the rest valid', async () => {
    const findings = await checkReceipt(original.receipt)
    expect(findings.filter(({ result }) => result === 'unknown').map(({ what }) => what)).toEqual([
      'Service key',
      'Mission: history',
      'Challenge: history',
    ])
    expect(allHold(findings)).toBe(true)
  })

  test('is read bare, wrapped, and with histories', () => {
    const { receipt } = original
    expect(parseReceiptFile(JSON.stringify(receipt))?.receipt).toEqual(receipt)
    expect(parseReceiptFile(JSON.stringify({ receipt }))?.receipt).toEqual(receipt)
    expect(parseReceiptFile(JSON.stringify(original, null, 2))?.history?.mission).toHaveLength(3)
    for (const text of ['', '[]', '{}', '{"receipt":{}}', 'not JSON', JSON.stringify({ receipt: 1 })]) {
      expect(parseReceiptFile(text)).toBeNull()
    }
  })
})

test('a signature that was kept with a last byte of 0 or 1 goes on holding', async () => {
  const file = structuredClone(original)
  for (const review of file.receipt.verifierDecisions)
    review.signature = review.signature.replace(/1b$/, '00').replace(/1c$/, '01')
  await reseal(file, Buffer.alloc(32, 7).toString('base64url'))
  expect(allHold(await checkReceipt(file.receipt, {}, [anyTime(file.receipt.serviceKey)]))).toBe(true)
})

describe('tampering with a receipt is found', () => {
  const first = <T>(list: readonly T[]): T => list[0] ?? expect.fail('The list is empty.')

  test.each<[string, (file: ReceiptFile) => unknown, string[]]>([
    ['another outcome', ({ receipt }) => Object.assign(receipt, { outcome: 'failed' }), ['Content hash']],
    [
      'another statement',
      ({ receipt }) => Object.assign(receipt, { statement: `${receipt.statement}!` }),
      ['Content hash'],
    ],
    ['another deadline', ({ receipt }) => Object.assign(receipt.terms, { deadline: '2027-01-01' }), ['Content hash']],
    ['a field that no receipt has', ({ receipt }) => Object.assign(receipt.terms, { paid: true }), ['Content hash']],
    [
      'a hash of its own',
      ({ receipt }) => Object.assign(receipt, { contentHash: 'ab'.repeat(32) }),
      ['Content hash', 'Service signature', 'Mission: this receipt'],
    ],
    [
      'another service signature',
      ({ receipt }) => Object.assign(receipt, { serviceSignature: `AAAA${receipt.serviceSignature.slice(4)}` }),
      ['Service signature'],
    ],
    [
      'the other side chosen',
      ({ receipt }) => Object.assign(receipt.discussion, { chosenSide: 'B' }),
      ['Content hash', 'Decision: content'],
    ],
    [
      'other words in a review',
      ({ receipt }) => Object.assign(first(receipt.verifierDecisions), { reason: 'Fine.' }),
      ['Content hash', 'Review 1 (reject): words'],
    ],
    [
      'another verdict in a review',
      ({ receipt }) => Object.assign(first(receipt.verifierDecisions), { verdict: 'approve' }),
      ['Content hash', 'Review 1 (approve): words'],
    ],
    [
      'another link under a review',
      ({ receipt }) => Object.assign(first(receipt.evidence), { url: 'https://example.org/other' }),
      ['Content hash', 'Review 1 (reject): content'],
    ],
    [
      'another text under a signature',
      ({ receipt }) =>
        Object.assign(first(receipt.verifierDecisions), {
          message: `${first(receipt.verifierDecisions).message}\nVerdict: approve`,
        }),
      ['Content hash', 'Review 1 (reject): signature'],
    ],
    [
      'a signature without its end',
      ({ receipt }) => Object.assign(first(receipt.verifierDecisions), { signature: '0x1234' }),
      ['Content hash', 'Review 1 (reject): signature'],
    ],
  ])('%s', async (_name, change, wrong) => {
    expect(await wrongAfter(change)).toEqual(wrong)
  })

  test('a review by somebody else under the verifier’s name, even sealed anew', async () => {
    const stranger = privateKeyToAccount(generatePrivateKey())
    const file = structuredClone(original)
    const review = first(file.receipt.verifierDecisions)
    review.signature = await stranger.signMessage({ message: review.message })
    await reseal(file, Buffer.alloc(32, 7).toString('base64url'))
    const findings = await checkReceipt(file.receipt, {}, [anyTime(original.receipt.serviceKey)])
    expect(findings.filter(({ result }) => result === 'invalid').map(({ what }) => what)).toEqual([
      'Review 1 (reject): signature',
    ])
  })

  test('a receipt sealed with a key of the forger’s own is consistent, but its key is not this service’s', async () => {
    const file = structuredClone(original)
    file.receipt.statement = 'Paid in full.'
    await reseal(file, Buffer.alloc(32, 9).toString('base64url'))
    const findings = await checkReceipt(file.receipt, {}, [anyTime(original.receipt.serviceKey)])
    expect(findings.slice(0, 3).map(({ what, result }) => `${result} ${what}`)).toEqual([
      'valid Content hash',
      'valid Service signature',
      'unknown Service key',
    ])
  })
})

describe('a milestone is verified only by the signed approval that the receipt holds', () => {
  const wrongWhenSealed = async (change: (receipt: ReceiptFile['receipt']) => unknown): Promise<string[]> => {
    const file = structuredClone(original)
    change(file.receipt)
    await reseal(file, Buffer.alloc(32, 7).toString('base64url'))
    const findings = await checkReceipt(file.receipt, {}, [anyTime(file.receipt.serviceKey)])
    return findings.filter(({ result }) => result === 'invalid').map(({ what }) => what)
  }
  const lines = (message: string, from: string, to: string) =>
    message.replace(new RegExp(`^${from}: .*$`, 'm'), `${from}: ${to}`)

  test('a receipt that calls one verified without evidence and without a review is refused', async () => {
    expect(await wrongWhenSealed((receipt) => Object.assign(receipt, { evidence: [], verifierDecisions: [] }))).toEqual(
      ['Milestone 1: verified'],
    )
  })
  test('neither is one by a review that turned the proof down', async () => {
    expect(
      await wrongWhenSealed((receipt) =>
        Object.assign(receipt, { verifierDecisions: receipt.verifierDecisions.slice(0, 1) }),
      ),
    ).toEqual(['Milestone 1: verified'])
  })
  test('a completed mission needs it for every required milestone, and for no optional or cancelled one', async () => {
    const [milestone] = original.receipt.terms.milestones
    const more = (over: object) => (receipt: ReceiptFile['receipt']) =>
      Object.assign(receipt.terms, {
        milestones: [milestone, { ...milestone, id: receipt.id, position: 2, verified: false, ...over }],
      })
    expect(await wrongWhenSealed(more({}))).toEqual(['Milestone 2: verified'])
    expect(await wrongWhenSealed(more({ verified: true }))).toEqual(['Milestone 2: verified'])
    expect(await wrongWhenSealed(more({ required: false }))).toEqual([])
    expect(await wrongWhenSealed(more({ status: 'Cancelled' }))).toEqual([])
  })
  test('an approval whose signature is not its verifier’s is none: nothing says that somebody else approved', async () => {
    const stranger = privateKeyToAccount(generatePrivateKey())
    const wrong = ['Review 2 (approve): signature', 'Review 2 (approve): words', 'Milestone 1: verified']
    const change = ({ verifierDecisions: [, approval] }: ReceiptFile['receipt']) =>
      Object.assign(approval ?? expect.fail(), { verifier: stranger.address })
    expect(await wrongWhenSealed(change)).toEqual(wrong)
    expect(await wrongAfter(({ receipt }) => change(receipt))).toEqual(['Content hash', ...wrong])
  })
  test('another approval whose signature holds still counts', async () => {
    const other = await makeReceiptFile()
    const spoilt = ({ receipt: { verifierDecisions } }: ReceiptFile) => {
      const approval = verifierDecisions[1] ?? expect.fail()
      verifierDecisions.splice(1, 0, { ...approval, signature: other.receipt.verifierDecisions[1]?.signature ?? '' })
    }
    expect(await wrongAfter(spoilt)).toEqual(['Content hash', 'Review 2 (approve): signature'])
  })
  test.each(['Mission', 'Milestone', 'Proof', 'Verdict'])('an approval that names another %s is none', async (name) => {
    const found = await wrongWhenSealed((receipt) => {
      for (const review of receipt.verifierDecisions) review.message = lines(review.message, name, receipt.id)
    })
    expect(found).toContain('Milestone 1: verified')
  })
  test('a proof whose text was withheld leaves the approval that names it, with its hash', async () => {
    const file = structuredClone(original)
    file.receipt.evidence = []
    await reseal(file, Buffer.alloc(32, 7).toString('base64url'))
    const findings = await checkReceipt(file.receipt, {}, [anyTime(file.receipt.serviceKey)])
    expect(findings.filter(({ check }) => check === 'signed-content').map(({ result }) => result)).toEqual([
      'valid',
      'unknown',
      'unknown',
    ])
    expect(findings.find(({ check }) => check === 'milestone-verified')?.result).toBe('valid')
    expect(allHold(findings)).toBe(true)
  })
})

describe('a signature covers the files that were there', () => {
  const wrongIn = async (file: ReceiptFile): Promise<string[]> => {
    const findings = await checkReceipt(file.receipt, file.history, [anyTime(original.receipt.serviceKey)])
    return findings.filter(({ result }) => result === 'invalid').map(({ what }) => what)
  }
  const approval = 'Review 2 (approve): content'

  test('a review of a proof with a file holds', async () => {
    expect(await wrongIn(await makeReceiptFile({ joined: -1 }))).toEqual([])
  })
  test.each<[string, (proof: ReceiptFile['receipt']['evidence'][number]) => unknown]>([
    ['another file in its place', ({ files }) => files.map((file) => Object.assign(file, { sha256: 'd1'.repeat(32) }))],
    ['one file less', (proof) => Object.assign(proof, { files: [], fileSums: [] })],
    ['one sum more', (proof) => Object.assign(proof, { fileSums: [...(proof.fileSums ?? []), 'ff'.repeat(32)] })],
    [
      'one file more than the sums name',
      ({ files }) => files.push(...files.map((file) => ({ ...file, sha256: 'ff'.repeat(32) }))),
    ],
  ])('%s was not judged', async (_name, change) => {
    const file = await makeReceiptFile({ joined: -1 })
    change(file.receipt.evidence[1] ?? expect.fail())
    await reseal(file, Buffer.alloc(32, 7).toString('base64url'))
    expect(await wrongIn({ ...file, history: { mission: [], challenge: [] } })).toContain(approval)
  })
  test('a file that a moderator hid stays in what was signed by its sum', async () => {
    const file = await makeReceiptFile({ joined: -1 })
    Object.assign(file.receipt.evidence[1] ?? {}, { files: [] })
    await reseal(file, Buffer.alloc(32, 7).toString('base64url'))
    const findings = await checkReceipt(file.receipt, {}, [anyTime(file.receipt.serviceKey)])
    expect(allHold(findings)).toBe(true)
  })

  test('a receipt made before that holds, with its reviews and without a recorder', async () => {
    const file = await makeReceiptFile({ older: true })
    expect(parseReceiptFile(JSON.stringify(file))).toEqual(file)
    expect(await wrongIn(file)).toEqual([])
    expect(await wrongIn(await makeReceiptFile({ older: true, joined: 0 }))).toEqual([])
  })
  test('but no signature of that time holds for a file that joined the proof after it', async () => {
    expect(await wrongIn(await makeReceiptFile({ older: true, joined: 1 }))).toEqual([approval])
  })
})

test('a receipt that names another wallet as the recorder than its history does is refused', async () => {
  const file = structuredClone(original)
  file.receipt.recordedBy = file.receipt.terms.contributorWallet ?? expect.fail()
  expect(await wrongAfter(({ receipt }) => Object.assign(receipt, file.receipt))).toEqual([
    'Content hash',
    'Mission: this receipt',
  ])
})

describe('tampering with a history is found', () => {
  test.each<[string, (file: ReceiptFile) => unknown, string[]]>([
    [
      'an event changed',
      ({ history }) => Object.assign(history.mission[0] ?? {}, { kind: 'mission-claimed' }),
      ['Mission: history', 'Mission: this receipt'],
    ],
    ['an event dropped', ({ history }) => history.challenge.splice(1, 1), ['Challenge: history']],
    [
      'two events swapped',
      ({ history }) => history.challenge.reverse(),
      ['Challenge: history', 'Challenge: this mission', 'Decision (approve, event 2): this challenge'],
    ],
    [
      'a field added to an event',
      ({ history }) => Object.assign(history.mission[1] ?? {}, { note: 'x' }),
      ['Mission: history'],
    ],
    [
      'other data in an event that is said to be withheld',
      ({ history }) => Object.assign(history.challenge[1] ?? {}, { data: { proposalId: 'x' }, withheld: true }),
      ['Challenge: history', 'Decision (event 2): this challenge'],
    ],
    [
      'a withheld event put elsewhere',
      ({ history }) => Object.assign(history.challenge[1] ?? {}, { data: {}, withheld: true, seq: 9 }),
      ['Challenge: history'],
    ],
    ['the end cut off', ({ history }) => history.mission.pop(), ['Mission: this receipt']],
    ['no events', ({ history }) => history.mission.splice(0), ['Mission: history', 'Mission: this receipt']],
  ])('%s', async (_name, change, wrong) => {
    expect(await wrongAfter(change)).toEqual(wrong)
  })

  test('an event that a moderator hid leaves the chain unproven, and nothing wrong', async () => {
    const file = structuredClone(original)
    Object.assign(file.history.challenge[1] ?? {}, { data: {}, withheld: true })
    const findings = await checkReceipt(file.receipt, file.history, [anyTime(original.receipt.serviceKey)])
    expect(findings.filter(({ result }) => result !== 'valid')).toEqual([
      {
        check: 'history-chain',
        what: 'Challenge: history',
        result: 'unknown',
        because: expect.stringContaining('what 1 of them tell was hidden by a moderator'),
      },
      // Nobody can compute its hash, so it leads to nothing before it.
      {
        check: 'history-record',
        what: 'Challenge: this mission',
        result: 'unknown',
        because: expect.stringContaining('nothing signed binds all of it'),
      },
    ])
  })

  test('a history of another record, itself sound', async () => {
    const at = new Date()
    const other = [chainEvent(null, { kind: 'mission-created', actor: null, data: { missionId: 'another' } }, at)]
    expect(await wrongAfter((file) => Object.assign(file.history, { mission: other }))).toEqual([
      'Mission: this receipt',
    ])
    expect(await wrongAfter((file) => Object.assign(file.history, { challenge: other }))).toEqual([
      'Challenge: this mission',
    ])
  })
})
