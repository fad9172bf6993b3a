import { beforeAll, describe, expect, test } from 'vitest'
import { jcsHash } from '@/lib/history/jcs'
import type { HistoryEventView } from '@/lib/history/schemas'
import { signHash } from '@/lib/signing/ed25519'
import { checkChallengeDecisions } from '@/lib/verify/check-challenge-decisions'
import type { Histories } from '@/lib/verify/check-histories'
import { provenBy } from '@/lib/verify/check-history'
import { checkProjectDecisions } from '@/lib/verify/check-project-decisions'
import { checkReceipt } from '@/lib/verify/check-receipt'
import { type Finding, verdictOf } from '@/lib/verify/finding'
import { anyTime } from '@/lib/verify/key-period'
import { serviceEnvironment } from '@/tests/support/environment'
import { appended, makeReceiptFile, type ReceiptFile, signed } from '@/tests/support/receipt-file'
import { NO_CHECK } from '@/tests/support/records'

// Anybody can hash events. What proves them is that something signed names a hash that leads to them.

Object.assign(
  process.env,
  serviceEnvironment({ databaseUrl: 'postgres://nobody@localhost/none', clockFile: '', port: 3000 }),
)

const ELSEWHERE = '0198a000-0000-7000-8000-000000000001'

let original: ReceiptFile
beforeAll(async () => {
  original = await makeReceiptFile()
})

const find = ({ receipt, history }: { receipt: ReceiptFile['receipt']; history: Histories }) =>
  checkReceipt(receipt, history, [anyTime(receipt.serviceKey)])

/** The findings that are not valid. */
const open = (findings: readonly Finding[]) =>
  findings.filter(({ result }) => result !== 'valid').map(({ what, result }) => `${result} ${what}`)

/** What is said of a verdict in an event that nothing signed binds. */
const unproven = (what: string) =>
  ['signature', 'words', 'content', what.includes('project') ? 'this mission' : 'this challenge'].map(
    (part) => `unknown ${what}: ${part}`,
  )

/** A challenge's history that leads to the mission of the receipt, as anybody can write it. */
function invented(): HistoryEventView[] {
  const { discussion, missionId } = original.receipt
  const first = appended([], 'challenge-created', { challengeId: discussion.challengeId, title: 'Another question' })
  return appended(first, 'converted', { missionId })
}

const because = (findings: readonly Finding[], what: string) => findings.find((one) => one.what === what)?.because

const withMission = (mission: HistoryEventView[]) => ({ ...original, history: { ...original.history, mission } })
const withChallenge = (challenge: HistoryEventView[]) => ({ ...original, history: { ...original.history, challenge } })

/** What a history keeps of a verifier's genuine decision on a project. @param line the project that the signed text names. */
async function decision(projectId: string, line = projectId) {
  const project = { projectId, title: 'Another project' }
  const words = await signed('svc-project-verification-v1', 'approve', 'Reason', 'It is good.', project, [
    ['Project', line],
  ])
  return { decisionId: ELSEWHERE, project, review: { ...words, reason: 'It is good.' } }
}

describe('a mission’s history', () => {
  test('is bound up to the outcome and the receipt’s issue, which follows from the receipt', async () => {
    expect(open(await find(original))).toEqual([])
  })

  test('with later events holds up to there, and says how many nobody signed', async () => {
    const one = appended(original.history.mission, 'record-hidden', {})
    const findings = await find(withMission(one))
    expect(open(findings)).toEqual(['unknown Mission: later events'])
    expect(because(findings, 'Mission: history')).toBe('3 events, each chained to the one before.')
    expect(because(findings, 'Mission: later events')).toBe(
      'Nothing signed binds the last event, which was added later: anybody could have written them.',
    )
    const three = appended(appended(one, 'record-restored', {}), 'milestone-set', {})
    expect(because(await find(withMission(three)), 'Mission: later events')).toContain('the last 3 events')
  })

  test('in which another event stands for the receipt’s issue does not bind that event', async () => {
    const { receipt, history } = original
    const data = { receiptId: receipt.id, contentHash: receipt.contentHash, paid: true }
    const findings = await find(withMission(appended(history.mission.slice(0, 2), 'receipt-issued', data)))
    expect(open(findings)).toEqual(['unknown Mission: later events'])
  })

  test('that does not lead to the outcome is bound by nothing', async () => {
    const [first] = original.history.mission
    const findings = await find(withMission(first ? [first] : []))
    expect(open(findings)).toContain('unknown Mission: history')
    expect(open(findings)).toContain('invalid Mission: this receipt')
  })

  test('whose beginning is told only by later events does not lead to the receipt', async () => {
    const { missionId } = original.receipt
    const unrelated = appended([], 'outcome-recorded', { receiptId: original.receipt.id })
    const receipt = { ...original.receipt, historyHead: unrelated[0]?.hash ?? '' }
    const data = { receiptId: receipt.id, contentHash: receipt.contentHash }
    const mission = appended(appended(unrelated, 'receipt-issued', data), 'mission-created', { missionId })
    expect(open(await find({ receipt, history: { mission } }))).toContain('invalid Mission: this receipt')
  })
})

describe('an event that a moderator hid', () => {
  const hidden = (event: HistoryEventView): HistoryEventView => ({ ...event, data: {}, withheld: true })

  /** The file with a payment and its event: one event of each kind that is asked for anything. */
  function paid(): ReceiptFile {
    const { receipt, history } = original
    const payment = {
      id: ELSEWHERE,
      chainId: '8453',
      txHash: `0x${'ab'.repeat(32)}`,
      recordedBy: receipt.terms.owner,
      recordedAt: receipt.issuedAt,
      check: { ...NO_CHECK, paysContributor: null },
    }
    const { id: paymentId, chainId, txHash } = payment
    const mission = appended(history.mission, 'payment-recorded', { paymentId, receiptId: receipt.id, chainId, txHash })
    return { receipt: { ...receipt, payments: [payment] }, history: { ...history, mission } }
  }

  const told = (findings: readonly Finding[], result: Finding['result']) =>
    findings.filter((one) => one.result === result).map(({ what }) => what)

  const both = { Mission: 'mission', Challenge: 'challenge' } as const
  const BELONGS = { Mission: 'Mission: this receipt', Challenge: 'Challenge: this mission' }

  test.each<[keyof typeof both, string, string[]]>([
    ['Mission', 'mission-created', [BELONGS.Mission]],
    ['Mission', 'receipt-issued', [BELONGS.Mission]],
    ['Mission', 'payment-recorded', ['Payments']],
    ['Challenge', 'challenge-created', [BELONGS.Challenge]],
    ['Challenge', 'decision-verified', []],
    ['Challenge', 'converted', [BELONGS.Challenge]],
  ])('speaks neither for nor against the receipt (%s: %s)', async (record, kind, untold) => {
    const { receipt, history } = paid()
    const events = history[both[record]]
    expect(events.filter((event) => event.kind === kind)).toHaveLength(1)
    const shown = { ...history, [both[record]]: events.map((event) => (event.kind === kind ? hidden(event) : event)) }
    for (const areSigned of [false, true]) {
      const keys = [anyTime(receipt.serviceKey)]
      const whole = await checkReceipt(receipt, history, keys, areSigned)
      const findings = await checkReceipt(receipt, shown, keys, areSigned)
      expect(told(findings, 'invalid')).toEqual([])
      expect(told(findings, 'unknown')).toEqual(expect.arrayContaining(untold))
      expect(told(whole, 'valid')).toEqual(expect.arrayContaining(told(findings, 'valid')))
      for (const what of untold.filter((one) => one !== 'Payments'))
        expect(because(findings, what)).toBe('A moderator hid an event that it depends on.')
    }
  })

  test('leaves a challenge’s verdicts proven where it is the first one', async () => {
    const [first, ...others] = original.history.challenge
    const findings = await find(withChallenge(first ? [hidden(first), ...others] : []))
    expect(open(findings)).toEqual(['unknown Challenge: history', 'unknown Challenge: this mission'])
    expect(verdictOf(findings)).toBe('sound')
  })

  /** Genuine events from one on, of which the first is called hidden: so its hash leads to any invented beginning. */
  function withBeginning(invented: readonly HistoryEventView[], events: readonly HistoryEventView[]) {
    const [joint, ...rest] = events.slice(invented.length)
    if (!joint) return expect.fail('There is an event that is called hidden.')
    return [...invented, { ...hidden(joint), prevHash: invented.at(-1)?.hash ?? null }, ...rest]
  }

  test('proves no invented beginning of a challenge’s history', async () => {
    const { challengeId } = original.receipt.discussion
    const judged = { challengeId, side: 'B', decisionUrl: 'https://example.org/nowhere', explanation: 'B won.' }
    const words = await signed('svc-decision-verification-v1', 'approve', 'Explanation', 'I saw it.', judged, [
      ['Challenge', challengeId ?? ''],
    ])
    const verification = { ...words, explanation: 'I saw it.' }
    const begun = appended([], 'challenge-created', { challengeId, title: 'Another question' })
    const decided = appended(begun, 'decision-verified', { decision: judged, verification })
    for (const invented of [begun, decided]) {
      const findings = await find(withChallenge(withBeginning(invented, original.history.challenge)))
      const verdicts = invented === decided ? unproven('Decision (approve, event 2)') : []
      expect(open(findings)).toEqual(['unknown Challenge: history', 'unknown Challenge: this mission', ...verdicts])
    }
  })

  test('proves no invented beginning of a mission’s history, nor the challenge that this names', async () => {
    const { missionId } = original.receipt
    const challenge = invented()
    const begun = appended([], 'mission-created', { missionId, challengeHead: challenge.at(-1)?.hash })
    const findings = await find({
      ...original,
      history: { mission: withBeginning(begun, original.history.mission), challenge },
    })
    // The event behind the invented one is that of the outcome, which no moderator can hide.
    expect(open(findings)).toEqual([
      'unknown Mission: history',
      'invalid Mission: this receipt',
      'unknown Challenge: history',
      'unknown Challenge: this mission',
    ])
  })

  test('does not stand for one that is not there, or is of another record', async () => {
    const { challenge, mission } = original.history
    const [first, ...others] = invented()
    const elsewhere = first ? [hidden(first), ...others] : []
    expect(open(await find(withChallenge(elsewhere)))).toContain('invalid Challenge: this mission')
    const created = mission.slice(0, 1).map(hidden)
    expect(open(await find(withMission(created)))).toContain('invalid Mission: this receipt')
    // No moderator can hide an outcome.
    const another = mission.map((event) => (event.kind === 'outcome-recorded' ? hidden(event) : event))
    expect(open(await find(withMission(another)))).toContain('invalid Mission: this receipt')
    const unconverted = challenge.slice(0, 2).map(hidden)
    expect(open(await find(withChallenge(unconverted)))).toContain('invalid Challenge: this mission')
  })
})

describe('a signed decision on a project', () => {
  test('about another one, put after the outcome of a genuine receipt, makes the file broken', async () => {
    const mission = appended(original.history.mission, 'project-verification', await decision(ELSEWHERE))
    const findings = await find(withMission(mission))
    expect(open(findings)).toEqual([
      'unknown Mission: later events',
      ...unproven('Decision on the mission (approve, event 4)').slice(0, -1),
      'invalid Decision on the mission (approve, event 4): this mission',
    ])
    expect(verdictOf(findings)).toBe('broken')
  })

  test('about the same one after the outcome is refused, too, as is an event of that kind without one', async () => {
    const { missionId } = original.receipt
    for (const data of [await decision(missionId), {}])
      expect(verdictOf(await find(withMission(appended(original.history.mission, 'project-verification', data))))).toBe(
        'broken',
      )
  })

  test('must name the mission in what was judged, and in the text that was signed', async () => {
    const { missionId } = original.receipt
    const wrong = async (data: object) => {
      const findings = await checkProjectDecisions(missionId, appended([], 'project-verification', data), () => true)
      return findings.filter(({ result }) => result === 'invalid').map(({ check }) => check)
    }
    expect(await wrong(await decision(missionId))).toEqual([])
    expect(await wrong(await decision(ELSEWHERE))).toEqual(['history-record'])
    expect(await wrong(await decision(missionId, ELSEWHERE))).toEqual(['history-record'])
    expect(await wrong(await decision(ELSEWHERE, missionId))).toEqual(['history-record'])
  })
})

describe('a challenge’s history', () => {
  test('holds no verdict that no verifier signed, whichever became of its decision', async () => {
    const { decisionVerification: verification, discussion } = original.receipt
    const { challengeId, chosenSide: side, decisionUrl } = discussion
    const decision = { challengeId, side, decisionUrl, explanation: discussion.explanation }
    const wrong = async (data: object) => {
      const events = appended(original.history.challenge.slice(0, 2), 'decision-rejected', data)
      const findings = await checkChallengeDecisions(challengeId, events, () => true)
      return findings.filter(({ result }) => result === 'invalid').map(({ check }) => check)
    }
    expect(await wrong({ decision, verification })).toEqual([])
    const signature = `0x${'11'.repeat(65)}`
    expect(await wrong({ decision, verification: { ...verification, signature } })).toEqual(['wallet-signature'])
    expect(await wrong({ decision, verification: { ...verification, explanation: 'No.' } })).toEqual(['signed-words'])
    expect(await wrong({ decision: { ...decision, challengeId: ELSEWHERE }, verification })).toEqual([
      'signed-content',
      'history-record',
    ])
    expect(await wrong({ decision })).toEqual(['history-record'])
  })

  test('that somebody invented is not the one that the mission names', async () => {
    const findings = await find(withChallenge(invented()))
    expect(open(findings)).toEqual(['unknown Challenge: history', 'invalid Challenge: this mission'])
    expect(because(findings, 'Challenge: history')).toContain('the mission’s history names another one')
    expect(verdictOf(findings)).toBe('broken')
  })

  test.each([{}, { withheld: true as const }])(
    'beside a receipt that names none makes the file broken (%o)',
    async (word) => {
      const {
        contentHash: _hash,
        serviceSignature: _signature,
        payments,
        ...content
      } = structuredClone(original.receipt)
      Object.assign(content, { decisionVerification: null })
      Object.assign(content.discussion, { challengeId: null, ...word })
      const contentHash = jcsHash(content)
      const receipt = { ...content, contentHash, serviceSignature: await signHash(contentHash), payments }
      expect(open(await find({ receipt, history: {} }))).toEqual(['unknown Mission: history'])
      for (const challenge of [original.history.challenge, invented(), []])
        expect(open(await find({ receipt, history: { challenge } }))).toContain('invalid Challenge: this mission')
    },
  )

  test('that somebody invented beside a genuine receipt alone proves nothing, though its verdict is signed', async () => {
    const { discussion, missionId } = original.receipt
    const { challengeId } = discussion
    const decision = { challengeId, side: 'B', decisionUrl: 'https://example.org/nowhere', explanation: 'B won.' }
    const words = await signed('svc-decision-verification-v1', 'approve', 'Explanation', 'I saw it.', decision, [
      ['Challenge', challengeId ?? ''],
    ])
    const verification = { ...words, explanation: 'I saw it.' }
    const decided = appended(appended([], 'challenge-created', { challengeId }), 'decision-verified', {
      decision,
      verification,
    })
    const findings = await find({
      ...original,
      history: { challenge: appended(decided, 'converted', { missionId }) },
    })
    expect(open(findings)).toEqual([
      'unknown Mission: history',
      'unknown Challenge: history',
      'unknown Challenge: this mission',
      ...unproven('Decision (approve, event 2)'),
    ])
  })

  test('whose verdict is none, but words that would stand among those of the checker, makes the file broken', async () => {
    const { discussion, missionId } = original.receipt
    const { challengeId } = discussion
    const decision = { challengeId, side: 'B', decisionUrl: 'https://example.org/nowhere', explanation: 'B won.' }
    const verdict = 'approve). The sponsor has paid 40,000 USDC to the contributor ('
    const words = await signed('svc-decision-verification-v1', verdict, 'Explanation', 'I saw it.', decision, [
      ['Challenge', challengeId ?? ''],
    ])
    const told = { decision, verification: { ...words, explanation: 'I saw it.' } }
    const decided = appended(appended([], 'challenge-created', { challengeId }), 'decision-verified', told)
    const findings = await find({
      ...original,
      history: { challenge: appended(decided, 'converted', { missionId }) },
    })
    expect(JSON.stringify(findings)).not.toContain('40,000 USDC')
    expect(verdictOf(findings)).toBe('broken')
  })

  test('with a verdict after the conversion makes the file broken, whoever signed it', async () => {
    const { decisionVerification: verification, discussion } = original.receipt
    const { challengeId, chosenSide: side, decisionUrl, explanation } = discussion
    const data = { decision: { challengeId, side, decisionUrl, explanation }, verification }
    for (const kind of ['decision-verified', 'decision-rejected'])
      expect(verdictOf(await find(withChallenge(appended(original.history.challenge, kind, data))))).toBe('broken')
  })

  test('proves nothing before an event whose data is not shown, since nobody can compute its hash', async () => {
    const events = appended(original.history.challenge, 'record-hidden', {})
    const [, , converted] = events
    const withheld = events.map((event) =>
      event === converted ? { ...event, data: {}, withheld: true as const } : event,
    )
    const bound = { count: withheld.length, because: '' }
    expect(provenBy(bound, withheld).map(({ kind }) => kind)).toEqual(['record-hidden'])
    expect(provenBy({ ...bound, count: 2 }, withheld)).toHaveLength(2)
    expect(provenBy(bound, events)).toEqual(events)
  })

  test('is bound up to the conversion, and no further', async () => {
    const findings = await find(withChallenge(appended(original.history.challenge, 'record-hidden', {})))
    expect(open(findings)).toEqual(['unknown Challenge: later events'])
  })

  test('of a mission from before its history named the challenge’s is unknown, and says why', async () => {
    const older = await makeReceiptFile({ older: true })
    const findings = await find(older)
    expect(open(findings)).toEqual([
      'unknown Challenge: history',
      'unknown Challenge: this mission',
      ...unproven('Decision (approve, event 2)'),
    ])
    expect(because(findings, 'Challenge: history')).toContain(
      'nothing signed binds them: the mission began before its history named the challenge’s.',
    )
  })

  test('is unknown without the mission’s history, and where that cannot be proven', async () => {
    const { challenge, mission } = original.history
    expect(open(await find({ ...original, history: { challenge } }))).toEqual([
      'unknown Mission: history',
      'unknown Challenge: history',
      'unknown Challenge: this mission',
      ...unproven('Decision (approve, event 2)'),
    ])
    const hidden = mission.map((event, at) => (at === 1 ? { ...event, data: {}, withheld: true as const } : event))
    const findings = await find(withMission(hidden))
    expect(because(findings, 'Challenge: history')).toContain('cannot be proven')
  })

  test('is bound as a whole where the service signed it as a whole, as in an export', async () => {
    const older = await makeReceiptFile({ older: true })
    const history = {
      mission: appended(older.history.mission, 'record-hidden', {}),
      challenge: appended(older.history.challenge, 'record-hidden', {}),
    }
    expect(open(await checkReceipt(older.receipt, history, [anyTime(older.receipt.serviceKey)], true))).toEqual([])
  })
})
