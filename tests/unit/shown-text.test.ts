import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ChallengeEntry } from '@/components/challenges/challenge-entry'
import { Decision } from '@/components/challenges/decision'
import { PostCard } from '@/components/discussion/post-card'
import { MissionEntry } from '@/components/missions/mission-entry'
import { ProofPage } from '@/components/missions/proof-card'
import { RecordHead } from '@/components/record/record-head'
import { Prose, Quoted } from '@/components/ui/prose'
import { CheckedReceipt } from '@/components/verify/checked-receipt'
import { CHALLENGE_STATE_LABELS } from '@/lib/challenges/labels'
import { serviceEnvironment } from '@/tests/support/environment'
import { makeReceiptFile } from '@/tests/support/receipt-file'
import { challenge, mission, proof } from '@/tests/support/records'

Object.assign(
  process.env,
  serviceEnvironment({ databaseUrl: 'postgres://nobody@localhost/none', clockFile: '', port: 3000 }),
)

const OVERRIDE = '\u202e'

test('what the platform calls an author, a channel or a post is shown with what it hides, apart from other words', () => {
  const post = {
    postId: '42',
    url: 'https://community.example/board/lobby/42',
    channel: `lob${OVERRIDE}by`,
    title: `A${OVERRIDE}title`,
    description: `First.\n${OVERRIDE}Second.`,
    siteName: 'Board\u200b',
    authorName: `Ada${OVERRIDE}`,
    imageUrl: null,
    publishedAt: null,
  }
  const html = renderToStaticMarkup(createElement(PostCard, { post }))
  expect(html).not.toMatch(/[\u200b\u202e]/)
  for (const shown of ['lob⟨U+202E⟩by', 'A⟨U+202E⟩title', 'Board⟨U+200B⟩', 'Ada⟨U+202E⟩'])
    expect(html).toContain(`<bdi>${shown}</bdi>`)
  expect(html).toContain('⟨U+202E⟩Second.')
})

test('a title from before there was a rule is shown as what it is', () => {
  const head = {
    kind: 'Challenge',
    href: '/challenges',
    record: { id: '1', title: `cod${OVERRIDE}exe`, growth: 'l', historySeq: 1, updatedAt: '2026-11-29T00:00:00.000Z' },
    state: CHALLENGE_STATE_LABELS.OPEN,
  }
  expect(renderToStaticMarkup(createElement(RecordHead, head))).toContain('<bdi>cod⟨U+202E⟩exe</bdi>')
})

test('a text of many lines has a direction of its own', () => {
  const html = renderToStaticMarkup(createElement(Prose, { text: `שלום${OVERRIDE}` }))
  expect(html).toContain('dir="auto"')
  expect(html).toContain('שלום⟨U+202E⟩')
})

test('what is quoted ends no quotation marks of the page', () => {
  const text = 'Guide” was verified. “No\u02ee\u202e'
  expect(renderToStaticMarkup(createElement(Quoted, { text }))).toBe('“<bdi>Guide’ was verified. ‘No’⟨U+202E⟩</bdi>”')
})

/** What a title or a label of somebody may be, and how it stands among words of the page. */
const DECEIVING = `cod${OVERRIDE}exe`
const APART = '<bdi>cod⟨U+202E⟩exe</bdi>'
const countOf = (html: string, part: string) => html.split(part).length - 1

test('the checker shows what a file says as the page of a receipt does, so that no label turns the address behind it', async () => {
  const { receipt } = structuredClone(await makeReceiptFile())
  receipt.terms.title = DECEIVING
  Object.assign(receipt.terms.milestones[0] ?? {}, { title: DECEIVING })
  Object.assign(receipt.discussion.submissions?.A ?? {}, { label: DECEIVING })
  for (const decision of receipt.verifierDecisions) decision.reason = `No.${OVERRIDE}`
  const checked = { file: { receipt }, findings: [] }
  const [decoded = ''] = renderToStaticMarkup(createElement(CheckedReceipt, { checked, name: 'receipt.json' })).split(
    'id="raw"',
  )
  expect(decoded).not.toContain(OVERRIDE)
  expect(countOf(decoded, APART)).toBe(3)
  expect(decoded).toMatch(/<p dir="auto"[^>]*>No\.⟨U\+202E⟩<\/p>/)
})

test('labels, titles and summaries stand apart from the words around them, in lists and on pages', () => {
  const decision = {
    ...{ side: 'A' as const, decisionUrl: 'https://community.example/42', explanation: 'It said so.' },
    ...{ submittedAt: '2026-11-20T00:00:00.000Z', late: false, verification: null },
  } as const
  const one = challenge('DECISION_SUBMITTED', { contenderA: DECEIVING, contenderB: DECEIVING, decision })
  const entry = renderToStaticMarkup(createElement(ChallengeEntry, { challenge: one, level: 'h2' }))
  expect(countOf(entry, APART)).toBe(2)
  expect(countOf(renderToStaticMarkup(createElement(Decision, { challenge: one })), APART)).toBe(1)

  const milestones = [
    {
      ...{ id: proof.milestoneId, position: 1, title: DECEIVING, amount: null, required: true },
      ...{ status: 'Pending' as const, verified: false },
    },
  ]
  const found = { title: 'Do it', count: 1, milestones, proofs: [{ ...proof, attempt: 1 }] }
  expect(countOf(renderToStaticMarkup(createElement(ProofPage, { found, path: '/missions/x', page: 1 })), APART)).toBe(
    1,
  )

  const summary = `סיכום${OVERRIDE}`
  const listed = renderToStaticMarkup(
    createElement(MissionEntry, { mission: mission('SEED', { summary }), level: 'h2' }),
  )
  expect(listed).toMatch(/<p dir="auto"[^>]*>סיכום⟨U\+202E⟩<\/p>/)
})
