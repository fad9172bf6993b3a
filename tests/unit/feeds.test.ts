import { describe, expect, test } from 'vitest'
import { contracts } from '@/lib/api/contracts'
import type { ChallengeView } from '@/lib/challenges/schemas'
import { atomDocument, feedUpdatedAt } from '@/lib/feeds/atom'
import { calendarDocument } from '@/lib/feeds/calendar'
import { challengeCalendar, missionCalendar } from '@/lib/feeds/deadlines'
import { challengeEntry } from '@/lib/feeds/entries'
import { llmsDocument } from '@/lib/feeds/llms'
import { idsOfMonth, momentOfId, monthsBetween, sitemapDocument } from '@/lib/feeds/sitemap'
import { uuidv7 } from '@/lib/id'
import { allows } from '@/lib/machine/machine'
import {
  MISSION_STATES,
  type MissionState,
  type MissionTrigger,
  missionMachine,
  UNPROVEN_STATES,
} from '@/lib/missions/states'
import { xmlText } from '@/lib/text/xml'

const site = { name: 'Trellis', base: 'https://trellis.example' }

const challenge: ChallengeView & { historySeq: number } = {
  id: '019aa35c-0c00-7c3e-8f10-3b1f5a6c7d8e',
  state: 'OPEN',
  title: 'Salt & <pepper>; which, then?',
  prompt: 'One "line",\nand ]]> another.\u0007',
  submissionDeadline: '2026-12-31',
  decisionDeadline: '2027-01-15',
  reward: { type: 'reputation', label: 'Seeds.' },
  contenderA: 'Salt',
  contenderB: 'Pepper',
  owner: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
  submissions: { A: null, B: null },
  decision: null,
  cancellation: null,
  missionId: null,
  createdAt: '2026-11-20T09:30:00.000Z',
  updatedAt: '2026-11-21T09:30:00.000Z',
  historySeq: 1,
}

/** Every tag closes the one that was opened last: enough of XML for documents without comments or CDATA. */
function expectWellFormed(xml: string): void {
  const open: string[] = []
  for (const [, closing, name = '', empty] of xml.matchAll(/<(\/?)([\w:]+)[^<>]*?(\/?)>/g)) {
    if (closing) expect(open.pop()).toBe(name)
    else if (!empty) open.push(name)
  }
  expect(open).toEqual([])
  expect(xml.replace(/<\?xml[^>]*\?>/, '').replace(/&(amp|lt|gt|quot|apos);/g, '')).not.toMatch(/&/)
}

describe('text in XML', () => {
  test('is escaped, and loses what XML cannot hold', () => {
    expect(xmlText(`<a href="x">'&'</a>\u0000\u0008\ud800\n`)).toBe(
      '&lt;a href=&quot;x&quot;&gt;&apos;&amp;&apos;&lt;/a&gt;\ufffd\ufffd\ufffd\n',
    )
  })
})

describe('an Atom feed (RFC 4287)', () => {
  const feed = {
    title: 'Challenges & more',
    subtitle: 'Newest first',
    self: `${site.base}/challenges/feed.xml`,
    page: `${site.base}/challenges`,
  }

  test('has what a feed and an entry must have, escaped', () => {
    const xml = atomDocument({ ...feed, entries: [challengeEntry(challenge, site.base)] })
    expectWellFormed(xml)
    expect(xml).toMatchInlineSnapshot(`
      "<?xml version="1.0" encoding="utf-8"?>
      <feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
        <id>https://trellis.example/challenges/feed.xml</id>
        <title>Challenges &amp; more</title>
        <subtitle>Newest first</subtitle>
        <updated>2026-11-21T09:30:00.000Z</updated>
        <link rel="self" type="application/atom+xml" href="https://trellis.example/challenges/feed.xml"/>
        <link rel="alternate" type="text/html" href="https://trellis.example/challenges"/>
        <entry>
          <id>urn:uuid:019aa35c-0c00-7c3e-8f10-3b1f5a6c7d8e</id>
          <title>Salt &amp; &lt;pepper&gt;; which, then?</title>
          <link rel="alternate" type="text/html" href="https://trellis.example/challenges/019aa35c-0c00-7c3e-8f10-3b1f5a6c7d8e"/>
          <published>2026-11-20T09:30:00.000Z</published>
          <updated>2026-11-21T09:30:00.000Z</updated>
          <author><name>0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045</name></author>
          <category term="OPEN"/>
          <summary>Open. “Salt” versus “Pepper”. Submissions until 2026-12-31, decision due 2027-01-15 (24:00 UTC).

      The owner (0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045) writes:
      &gt; One &quot;line&quot;,
      &gt; and ]]&gt; another.�</summary>
        </entry>
      </feed>
      "
    `)
  })

  test('says nothing in the words of the service that somebody wrote', () => {
    const prompt = 'Which?\n\nDecision verified. Submissions until 2031-01-01.'
    const { summary } = challengeEntry({ ...challenge, contenderA: 'Salt” has won. “No', prompt }, site.base)
    expect(summary.split('\n').filter((line) => line !== '' && !line.startsWith('>'))).toEqual([
      'Open. “Salt’ has won. ‘No” versus “Pepper”. Submissions until 2026-12-31, decision due 2027-01-15 (24:00 UTC).',
      `The owner (${challenge.owner}) writes:`,
    ])
  })

  test('was updated when its newest change was, and never while it is empty', () => {
    const entry = challengeEntry(challenge, site.base)
    const older = { ...entry, updatedAt: '2026-11-20T23:59:59.999Z' }
    expect(feedUpdatedAt([older, entry, older])).toBe(challenge.updatedAt)
    expect(atomDocument({ ...feed, entries: [] })).toContain('<updated>1970-01-01T00:00:00.000Z</updated>')
  })
})

describe('a calendar (RFC 5545)', () => {
  const lines = (text: string) => text.split('\r\n')
  const unfold = (text: string) => lines(text.replaceAll('\r\n ', ''))

  test('has both deadlines of a challenge at the end of their UTC day', () => {
    const text = calendarDocument(challengeCalendar(challenge, site))
    const events = unfold(text)
    expect(events.filter((line) => line.startsWith('DTSTART'))).toEqual([
      'DTSTART:20270101T000000Z',
      'DTSTART:20270116T000000Z',
    ])
    expect(events.filter((line) => line.startsWith('UID'))).toEqual([
      `UID:${challenge.id}-submissions`,
      `UID:${challenge.id}-decision`,
    ])
    expect(events).toContain('SUMMARY:Submissions close: Salt & <pepper>\\; which\\, then?')
    expect(events.filter((line) => line === 'STATUS:CONFIRMED')).toHaveLength(2)
  })

  test('breaks lines with CRLF alone, and none is longer than 75 octets', () => {
    const title = 'Müssen wir 🌻 gießen, 雨が降っても? '.repeat(6).trim()
    const text = calendarDocument(challengeCalendar({ ...challenge, title, contenderA: 'a\r\nb\rc\\' }, site))
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true)
    for (const line of lines(text)) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(text).not.toContain('\ufffd')
    expect(unfold(text)).toContain(`SUMMARY:Decision due: ${title.replaceAll(',', '\\,')}`)
    expect(unfold(text).join('\n')).toContain('DESCRIPTION:“a\\nb\\nc\\\\” versus “Pepper”.')
  })

  test('of a cancelled challenge cancels its events and rings no alarm', () => {
    const cancellation = { reason: 'Answered elsewhere.', at: challenge.updatedAt }
    const text = calendarDocument(challengeCalendar({ ...challenge, state: 'CANCELLED', cancellation }, site))
    expect(unfold(text).filter((line) => line === 'STATUS:CANCELLED')).toHaveLength(2)
    expect(text).not.toContain('VALARM')
  })
})

describe('a calendar of what is over', () => {
  const mission = {
    id: challenge.id,
    title: 'A guide',
    deadline: '2026-12-31',
    updatedAt: challenge.updatedAt,
    historySeq: 3,
  }
  const calendarOf = (state: MissionState) => calendarDocument(missionCalendar({ ...mission, state }, site))

  test.each(MISSION_STATES)('a mission that is %s rings only until its required milestones are verified', (state) => {
    expect(calendarOf(state).includes('VALARM')).toBe(UNPROVEN_STATES.includes(state))
    expect(calendarOf(state)).toContain('STATUS:CONFIRMED')
  })

  test.each(MISSION_STATES)('what is said to follow on the day of a mission that is %s can follow', (state) => {
    const said = calendarOf(state).replaceAll('\r\n ', '')
    const may = (...triggers: MissionTrigger[]) => triggers.some((on) => allows(missionMachine, state, on))
    // Where a proof waits, its review may bring the mission where it can expire.
    expect(said.includes('has expired')).toBe(may('expire') || state === 'PROOF_SUBMITTED')
    expect(said.includes('marked late')).toBe(UNPROVEN_STATES.includes(state) && !may('claim'))
    expect(said.includes('Nobody may claim it later')).toBe(may('claim'))
  })

  test('a challenge rings no more for links that it no longer takes, nor for a decision that is there', () => {
    const alarms = (over: Partial<typeof challenge>) =>
      calendarDocument(challengeCalendar({ ...challenge, ...over }, site)).split('BEGIN:VALARM').length - 1
    const decision = {
      side: 'A' as const,
      decisionUrl: 'https://community.example/1',
      explanation: 'A it is.',
      submittedAt: challenge.updatedAt,
      late: false,
      verification: null,
    }
    expect([
      alarms({}),
      alarms({ state: 'AWAITING_DECISION' }),
      alarms({ state: 'DECISION_SUBMITTED', decision }),
    ]).toEqual([2, 1, 0])
  })
})

describe('the sitemap', () => {
  test('escapes addresses', () => {
    const xml = sitemapDocument([
      { url: 'https://a.example/?a=1&b=2', changedAt: challenge.updatedAt },
      { url: 'https://a.example/' },
    ])
    expectWellFormed(xml)
    expect(xml).toContain('<loc>https://a.example/?a=1&amp;b=2</loc><lastmod>2026-11-21T09:30:00.000Z</lastmod>')
  })

  test('cuts the records by the month in their ids', () => {
    const december = idsOfMonth('2026-12') ?? expect.fail()
    const last = uuidv7(Date.parse('2026-11-30T23:59:59.999Z'))
    const first = uuidv7(Date.parse('2026-12-01T00:00:00.000Z'))
    const next = uuidv7(Date.parse('2027-01-01T00:00:00.000Z'))
    expect(last < december.from && december.from < first && first < december.before && december.before < next).toBe(
      true,
    )
    expect(momentOfId(first).toISOString()).toBe('2026-12-01T00:00:00.000Z')
    expect(monthsBetween(momentOfId(last), momentOfId(next))).toEqual(['2026-11', '2026-12', '2027-01'])
    for (const wrong of ['2026-13', '2026-1', '1969-12', "2026-12'", '']) expect(idsOfMonth(wrong)).toBeNull()
  })
})

test('llms.txt leads to nothing that the API does not have, and to what tells of changes', () => {
  const known = new Set(contracts.map(({ path }) => path))
  const named = [...llmsDocument(site, null).matchAll(/https:\/\/trellis\.example(\/api\/[\w/{}.-]+)/g)].map(
    (found) => found[1],
  )
  expect(named.filter((path = '') => !known.has(path))).toEqual([])
  expect(named).toEqual(
    expect.arrayContaining(['/api/v1/me', '/api/v1/notifications', '/api/v1/events', '/api/v1/events/stream']),
  )
})

/** The reads of a wallet's own, and the words by which llms.txt tells of them. */
const OWN_READS: Readonly<Record<string, string>> = {
  getMe: 'its turns',
  listNotifications: 'notifications',
  listSessions: 'sessions',
  listAgentRequests: "agents' requests",
  getPrivateFeed: 'private feed',
  getTombstone: 'who hid a record in which it has a part',
}

test('llms.txt tells of every read that needs a session of its own', () => {
  const own = contracts.filter(({ method, access }) => method === 'GET' && access === 'wallet')
  expect(own.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(OWN_READS).sort())
  const [told = ''] = /only a wallet's own \([^)]*\)/.exec(llmsDocument(site, null)) ?? []
  for (const words of Object.values(OWN_READS)) expect(told).toContain(words)
})

test('llms.txt leads to the interface, the reference, the sign-in and the tools', () => {
  const text = llmsDocument(site, 'https://community.example')
  expect(text.startsWith('# Trellis\n\n> ')).toBe(true)
  for (const part of [
    'https://trellis.example/api/v1/openapi.json',
    'https://trellis.example/docs',
    'https://trellis.example/api/v1/auth/challenge',
    'personal_sign',
    'Idempotency-Key',
    '`review_milestone_proof`',
    "only a wallet's own",
    'a public post on https://community.example',
  ]) {
    expect(text).toContain(part)
  }
  expect(llmsDocument(site, null)).toContain('No community platform is connected')
  expect(text).not.toMatch(/undefined|null|\[object/)
})
