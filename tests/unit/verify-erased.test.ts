import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { beforeAll, describe, expect, test } from 'vitest'
import { SignatureAnswer } from '@/components/verify/findings'
import { chainEvent } from '@/lib/history/chain'
import { jcsHash } from '@/lib/history/jcs'
import { signErased } from '@/lib/receipts/sign-erased'
import { publicKeyOf, signEd25519, signHash } from '@/lib/signing/ed25519'
import { erasedText } from '@/lib/text/erased'
import { bylineOfReceipt } from '@/lib/verify/byline'
import type { Histories } from '@/lib/verify/check-histories'
import { checkHistory } from '@/lib/verify/check-history'
import { checkReceipt } from '@/lib/verify/check-receipt'
import { checkShownSignature } from '@/lib/verify/check-signature'
import { judgedBy } from '@/lib/verify/contents'
import type { Finding } from '@/lib/verify/finding'
import { anyTime } from '@/lib/verify/key-period'
import { wordsOfFile } from '@/lib/verify/offline-words'
import { serviceEnvironment } from '@/tests/support/environment'
import { makeReceiptFile, type ReceiptFile } from '@/tests/support/receipt-file'

// What the checker says where content was erased by law: nothing false, and nothing that only the service could vouch for.

Object.assign(
  process.env,
  serviceEnvironment({ databaseUrl: 'postgres://nobody@localhost/none', clockFile: '', port: 3000 }),
)

const REASON = 'a court’s order'
const GONE = erasedText(REASON)
const AT = '2026-11-22T10:00:00.000Z'
const STRANGERS_SEED = Buffer.alloc(32, 9).toString('base64url')

type Receipt = ReceiptFile['receipt']

let original: ReceiptFile
beforeAll(async () => {
  original = await makeReceiptFile()
})

/** Signs what a change left, as an erasure does. @param seed of another key than the service's. */
async function erased(change: (receipt: Receipt) => unknown, seed?: string, at = AT): Promise<ReceiptFile> {
  const file = structuredClone(original)
  change(file.receipt)
  const { payments: _payments, ...left } = file.receipt
  const said = { reason: REASON, at, serviceKey: seed ? await publicKeyOf(seed) : left.serviceKey }
  const contentHash = jcsHash({ ...left, erased: said })
  const bytes = new Uint8Array(Buffer.from(contentHash, 'hex'))
  const serviceSignature = await (seed ? signEd25519(bytes, seed) : signHash(contentHash))
  file.receipt.erased = { ...said, contentHash, serviceSignature }
  return file
}

const find = (
  file: { receipt: Receipt; history: Histories },
  keys = [original.receipt.serviceKey],
): Promise<Finding[]> => checkReceipt(file.receipt, file.history, keys.map(anyTime))
const told = (findings: readonly Finding[], result: Finding['result']) =>
  findings.filter((one) => one.result === result).map(({ what }) => what)

function eraseWords({ discussion, decisionVerification, evidence, verifierDecisions }: Receipt): void {
  discussion.explanation = GONE
  if (decisionVerification) Object.assign(decisionVerification, { explanation: GONE, message: GONE })
  for (const proof of evidence) proof.note = GONE
  for (const review of verifierDecisions) Object.assign(review, { reason: GONE, message: GONE })
}

describe('a signature that a page shows', () => {
  const answered = async (change: (review: Receipt['verifierDecisions'][number], content: object) => void) => {
    const review = structuredClone(original.receipt.verifierDecisions[0] ?? expect.fail())
    const proof = original.receipt.evidence.find(({ proofId }) => proofId === review.proofId) ?? expect.fail()
    const content = { ...judgedBy(review, { ...proof, missionId: original.receipt.missionId }) }
    change(review, content)
    const findings = await checkShownSignature('This verdict', review, review.reason, content)
    return { findings, html: renderToStaticMarkup(createElement(SignatureAnswer, { findings })) }
  }

  test('holds, with the content that was judged', async () => {
    const { findings, html } = await answered(() => undefined)
    expect(told(findings, 'valid')).toHaveLength(findings.length)
    expect(html).toContain('The signature holds')
  })

  test('is nobody’s that can be told where its text was erased', async () => {
    const { html } = await answered((review) => Object.assign(review, { reason: GONE, message: GONE }))
    expect(html).toContain('Whose signature it is cannot be told')
    expect(html).not.toContain('holds')
  })

  test('holds where a part of what was judged was erased, and that part is not compared', async () => {
    const { findings, html } = await answered((_review, content) => Object.assign(content, { note: GONE }))
    expect(told(findings, 'unknown')).toEqual(['This verdict: content'])
    expect(html).toContain('The signature holds')
  })

  test('does not hold with a content that was changed', async () => {
    const { html } = await answered((_review, content) => Object.assign(content, { note: 'Never delivered.' }))
    expect(html).toContain('This signature does not hold')
  })
})

describe('a receipt with erased content', () => {
  test('holds in all that is left, and what is gone is unknown, with the day and the reason', async () => {
    const findings = await find(await erased(eraseWords))
    expect(told(findings, 'invalid')).toEqual([])
    expect(told(findings, 'unknown')).toEqual([
      'Content hash',
      'Decision: signature',
      'Review 1 (reject): signature',
      'Review 2 (approve): signature',
      'Milestone 1: verified',
    ])
    const [hash] = findings
    expect(hash?.because).toContain('on 2026-11-22 (a court’s order)')
    // The challenge's history beside it was not erased.
    const signatures = findings.filter(({ what }) => what.endsWith(': signature') && !what.includes('event'))
    for (const { result, because } of signatures)
      expect([result, because]).toEqual(['unknown', expect.stringContaining('erased by law')])
  })

  test('keeps what was signed checkable where only the content is gone', async () => {
    const findings = await find(
      await erased(({ discussion, evidence }) => {
        discussion.explanation = GONE
        for (const proof of evidence) proof.note = GONE
      }),
    )
    expect(told(findings, 'invalid')).toEqual([])
    expect(told(findings, 'unknown')).toEqual([
      'Content hash',
      'Decision: content',
      'Review 1 (reject): content',
      'Review 2 (approve): content',
    ])
  })

  test('is refused where anybody but the service says so, and where what is left was changed since', async () => {
    const wrongOf = async (file: ReceiptFile, keys?: string[]) => told(await find(file, keys), 'invalid')
    const strangers = await erased(eraseWords, STRANGERS_SEED)
    expect(await wrongOf(strangers)).toEqual(['Content hash'])
    // A key that the service took since is its own.
    const keys = [original.receipt.serviceKey, await publicKeyOf(STRANGERS_SEED)]
    expect(await wrongOf(strangers, keys)).toEqual([])

    const changed = await erased(eraseWords)
    changed.receipt.statement = 'It never helped.'
    expect(await wrongOf(changed)).toEqual(['Content hash'])
    const unsigned = await erased(eraseWords)
    Object.assign(unsigned.receipt.erased ?? {}, { serviceSignature: original.receipt.serviceSignature })
    expect(await wrongOf(unsigned)).toEqual(['Content hash'])
    const hashless = await erased(eraseWords)
    Object.assign(hashless.receipt.erased ?? {}, { contentHash: original.receipt.contentHash })
    expect(await wrongOf(hashless)).toEqual(['Content hash'])
  })

  test('signed by a second key is unknown where no keys are known, and names that key', async () => {
    const second = await publicKeyOf(STRANGERS_SEED)
    const strangers = await erased(eraseWords, STRANGERS_SEED)
    const findings = await find(strangers, [])
    expect(told(findings, 'invalid')).toEqual([])
    expect(findings[0]).toMatchObject({
      what: 'Content hash',
      result: 'unknown',
      because: expect.stringContaining(`signed by a second key, ${second}: compare this key, too.`),
    })
    strangers.receipt.statement = 'It never helped.'
    expect(told(await find(strangers, []), 'invalid')).toEqual(['Content hash'])
    expect((await find(await erased(eraseWords), []))[0]?.because).not.toContain('second key')
  })

  test('is refused where a key signed it that was replaced before, and where it was erased before it was issued', async () => {
    const second = await publicKeyOf(STRANGERS_SEED)
    const file = await erased(eraseWords, STRANGERS_SEED)
    const hashWith = async (until: string | null, at = file) => {
      const keys = [anyTime(original.receipt.serviceKey), { publicKey: second, since: null, until }]
      return (await checkReceipt(at.receipt, at.history, keys))[0]?.result
    }
    expect(await hashWith(null)).toBe('unknown')
    expect(await hashWith(AT)).toBe('unknown')
    // A leaked key that was replaced since signs no erasure of a later day.
    expect(await hashWith('2026-11-22T09:59:59.999Z')).toBe('invalid')
    // Nor can it say that it did so in its time, before there was the receipt.
    const early = await erased(eraseWords, STRANGERS_SEED, '2026-11-20T00:00:00.000Z')
    expect(await hashWith('2026-11-21T00:00:00.000Z', early)).toBe('invalid')
    expect(await hashWith(null, early)).toBe('invalid')
    // The receipt's own key has its end, too.
    const own = await erased(eraseWords)
    const ended = { ...anyTime(own.receipt.serviceKey), until: '2026-11-22T09:59:59.999Z' }
    expect((await checkReceipt(own.receipt, own.history, [ended]))[0]?.result).toBe('invalid')
  })

  test('is refused where it only reads like one', async () => {
    const file = structuredClone(original)
    eraseWords(file.receipt)
    expect(told(await find(file), 'invalid')).toEqual(['Content hash', 'Milestone 1: verified'])
    const content = structuredClone(original)
    content.receipt.discussion.explanation = GONE
    content.receipt.evidence[0] = { ...(content.receipt.evidence[0] ?? expect.fail()), note: GONE }
    expect(told(await find(content), 'invalid')).toEqual([
      'Content hash',
      'Decision: content',
      'Review 1 (reject): content',
    ])
  })

  test.each<[string, (receipt: Receipt) => unknown]>([
    ['of another verdict', ({ verifierDecisions }) => Object.assign(verifierDecisions[1] ?? {}, { verdict: 'reject' })],
    [
      'of a proof for another milestone',
      ({ evidence }) => Object.assign(evidence[1] ?? {}, { milestoneId: evidence[0]?.proofId }),
    ],
    [
      'of no proof',
      ({ verifierDecisions }) => Object.assign(verifierDecisions[1] ?? {}, { proofId: original.receipt.id }),
    ],
  ])('an erased review %s verifies no milestone', async (_, change) => {
    const file = await erased((receipt) => {
      eraseWords(receipt)
      change(receipt)
    })
    expect(told(await find(file), 'invalid')).toEqual(['Milestone 1: verified'])
  })

  test('an erased review is no approval of a milestone that is not called verified', async () => {
    const file = await erased((receipt) => {
      eraseWords(receipt)
      for (const milestone of receipt.terms.milestones) milestone.verified = false
    })
    expect(told(await find(file), 'invalid')).toEqual(['Milestone 1: verified'])
  })
})

describe('a receipt that was issued after an erasure', () => {
  /** @param isSaid false for one from before such receipts said so. */
  async function issuedLater(isSaid = true) {
    const { receipt } = structuredClone(original)
    eraseWords(receipt)
    const { payments, contentHash: _hash, serviceSignature: _signature, ...content } = receipt
    const contentHash = jcsHash(content)
    const issued = { ...content, contentHash, serviceSignature: await signHash(contentHash) }
    const said = isSaid ? await signErased(issued, REASON, new Date(issued.issuedAt)) : issued
    return { receipt: { ...said, payments }, history: {} as Histories }
  }
  const MISSING = [
    'Decision: signature',
    'Review 1 (reject): signature',
    'Review 2 (approve): signature',
    'Milestone 1: verified',
    'Mission: history',
    'Challenge: history',
  ]

  test('is as it was issued, and what is gone is unknown', async () => {
    const findings = await find(await issuedLater())
    expect([told(findings, 'invalid'), told(findings, 'unknown')]).toEqual([[], MISSING])
    expect(findings[0]).toEqual({
      check: 'content-hash',
      what: 'Content hash',
      result: 'valid',
      because: 'It was issued after content had been erased by law (a court’s order). It is as it was issued.',
    })
  })

  test('holds in the same way where it does not say so, since its own hash covers what reads as erased', async () => {
    const findings = await find(await issuedLater(false))
    expect([told(findings, 'invalid'), told(findings, 'unknown')]).toEqual([[], MISSING])
  })

  test('loses more by a later erasure, and is refused where anybody else changes it', async () => {
    const { receipt, history } = await issuedLater()
    const { payments, ...left } = { ...receipt, statement: GONE }
    const again = await signErased(left, REASON, new Date(AT))
    const findings = await find({ receipt: { ...again, payments }, history })
    expect([told(findings, 'invalid'), told(findings, 'unknown')]).toEqual([[], ['Content hash', ...MISSING]])
    expect(told(await find({ receipt: { ...receipt, statement: GONE }, history }), 'invalid')).toEqual(['Content hash'])
    const unsaid = { ...(await issuedLater(false)).receipt, statement: GONE }
    expect(told(await find({ receipt: unsaid, history }), 'invalid')).toEqual(['Content hash', 'Milestone 1: verified'])
  })

  test('is not made of one that lost nothing by a note that the service did not sign', async () => {
    const strangers = await erased(() => undefined, STRANGERS_SEED)
    expect(told(await find(strangers), 'invalid')).toEqual(['Content hash'])
    const [hash] = await find(strangers, [])
    expect(hash).toMatchObject({ result: 'unknown', because: expect.stringContaining('signed by a second key') })
  })
})

describe('a history with erased events', () => {
  const gone = { erased: { reason: REASON, hash: 'c0'.repeat(32) } }
  /** Both histories with the data of some events erased: their hashes and links are as they were. */
  const without = (kinds: readonly string[]): ReceiptFile => {
    const file = structuredClone(original)
    for (const event of [...file.history.mission, ...file.history.challenge])
      if (kinds.includes(event.kind)) event.data = gone
    return file
  }

  test('is chained, unproven, and says so; what it leads to is known as far as it is left', async () => {
    const findings = await find(without(['decision-verified']))
    expect(told(findings, 'invalid')).toEqual([])
    expect(told(findings, 'unknown')).toEqual(['Challenge: history', 'Challenge: this mission'])
    const [chain, record] = findings.filter(({ result }) => result === 'unknown')
    expect(chain?.because).toContain('what 1 of them told was erased by law')
    expect(record?.because).toBe(
      'The history leads to the mission of this receipt. That is what it says, but nothing signed binds all of it.',
    )
    expect(record?.check).toBe('history-record')
  })

  test('does not lead to a receipt by the events that are gone', async () => {
    expect(told(await find(without(['converted'])), 'invalid')).toEqual(['Challenge: this mission'])
    expect(told(await find(without(['mission-created'])), 'invalid')).toEqual(['Mission: this receipt'])
  })

  test('is broken where a link is, erased or not', async () => {
    const file = without(['decision-verified'])
    Object.assign(file.history.challenge[1] ?? {}, { prevHash: 'ab'.repeat(32) })
    expect(told(await find(file), 'invalid')).toContain('Challenge: history')
    const nothing = structuredClone(original)
    Object.assign(nothing.history.challenge[1] ?? {}, { data: { erased: null } })
    expect(told(await find(nothing), 'invalid')).toContain('Challenge: history')
  })
})

describe('what nobody erased', () => {
  test('a chain holds by its links too: events that were hashed anew do not join it', () => {
    const first = chainEvent(null, { kind: 'mission-created', actor: null }, new Date(AT))
    expect([first.seq, first.prevHash]).toEqual([1, null])
    const head = { historySeq: first.seq, historyHead: first.hash }
    const second = chainEvent(head, { kind: 'mission-claimed', actor: null }, new Date(AT))
    expect([second.seq, second.prevHash]).toEqual([2, first.hash])
    expect(checkHistory('Mission', [first, second]).result).toBe('valid')
    const elsewhere = chainEvent(
      { ...head, historyHead: 'ab'.repeat(32) },
      { kind: 'mission-claimed', actor: null },
      new Date(AT),
    )
    expect(checkHistory('Mission', [first, elsewhere]).result).toBe('invalid')
    expect(checkHistory('Mission', [second]).result).toBe('invalid')
  })

  test('a record without a challenge is asked for no history of one', async () => {
    const { receipt, history } = structuredClone(original)
    receipt.discussion.challengeId = null
    const findings = await find({ receipt, history: { mission: history.mission } })
    expect(findings.filter(({ what }) => what.startsWith('Challenge'))).toEqual([])
  })

  test('a receipt without a verified decision is asked for no signature of one', async () => {
    const file = structuredClone(original)
    file.receipt.decisionVerification = null
    expect((await find(file)).filter(({ what }) => what.startsWith('Decision:'))).toEqual([])
  })

  test('only a completed mission needs what was not verified', async () => {
    const needs = async (outcome: Receipt['outcome']) => {
      const file = structuredClone(original)
      file.receipt.outcome = outcome
      for (const milestone of file.receipt.terms.milestones) milestone.verified = false
      return (await find(file)).filter(({ check }) => check === 'milestone-verified').map(({ result }) => result)
    }
    expect(await needs('completed')).toEqual(['invalid'])
    expect(await needs('failed')).toEqual([])
  })

  test('words of a text that was signed by and for somebody else are not what the record shows', async () => {
    const account = privateKeyToAccount(generatePrivateKey())
    const verdictOf = async (change: (message: string) => string) => {
      const file = structuredClone(original)
      const [review] = file.receipt.verifierDecisions
      if (!review) throw new Error('There is a review.')
      review.message = change(review.message)
      review.signature = await account.signMessage({ message: review.message })
      return (await find(file)).find(({ what }) => what === 'Review 1 (reject): words')?.result
    }
    expect(await verdictOf((message) => message)).toBe('valid')
    expect(await verdictOf((message) => message.replace(/^Verifier: .*$/m, `Verifier: ${account.address}`))).toBe(
      'invalid',
    )
    expect(await verdictOf((message) => message.replace(/^Reason: .*$/m, 'Reason: The page is empty.'))).toBe('invalid')
    expect(await verdictOf((message) => message.replace(/^Reason: .*\n?/m, ''))).toBe('invalid')
    expect(await verdictOf((message) => message.replace(/^Reason: .*$/m, 'Reason: ["The page is empty."]'))).toBe(
      'invalid',
    )
  })

  test.each(['0x', `0x${'g'.repeat(130)}`, `x0x${'1'.repeat(130)}`, `0x${'1'.repeat(131)}`])(
    'a signature that is none (%s) is nobody’s',
    async (signature) => {
      const file = structuredClone(original)
      Object.assign(file.receipt.verifierDecisions[0] ?? {}, { signature })
      expect(told(await find(file), 'invalid')).toContain('Review 1 (reject): signature')
    },
  )

  test('a receipt that does not name its recorder has the wallet of the event that it leads to', async () => {
    const older = await makeReceiptFile({ older: true })
    const expired = { ...older.receipt, outcome: 'expired' as const }
    expect(bylineOfReceipt(expired).wallet).toBeNull()
    const actor = expired.terms.contributorWallet
    const recorded = chainEvent(null, { kind: 'outcome-recorded', actor, data: {} }, new Date(AT))
    expect(bylineOfReceipt({ ...expired, historyHead: recorded.hash }, [recorded]).wallet).toBe(actor)
    expect(bylineOfReceipt(expired, [recorded]).wallet).toBeNull()
    expect(bylineOfReceipt(older.receipt).words).toBe('The owner’s statement')
  })

  test('nobody puts a statement into another mouth by an event of which they say that it was erased', async () => {
    const { receipt, history } = await makeReceiptFile({ older: true })
    const stranger = privateKeyToAccount(generatePrivateKey()).address
    const erased = { reason: 'Law 7', at: receipt.issuedAt, hash: '00'.repeat(32) }
    const mission = history.mission.map((event) =>
      event.hash === receipt.historyHead ? { ...event, actor: stranger, data: { ...event.data, erased } } : event,
    )
    const findings = await checkReceipt(receipt, { ...history, mission }, [anyTime(receipt.serviceKey)])
    expect(findings.some(({ result }) => result === 'invalid')).toBe(false)
    expect(bylineOfReceipt(receipt, mission)).toEqual(bylineOfReceipt(receipt))
    expect(JSON.stringify(wordsOfFile({ receipt, history: { mission } }))).not.toContain(stranger)
  })
})
