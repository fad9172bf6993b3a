import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { barePageBytes } from '@/tests/support/bare-page'
import { signIn } from '@/tests/support/client'
import { ALL_LOOKS, type Look, NARROW_WIDTHS, type Seen, walkPages } from '@/tests/support/page-walk'
import { openBrowser } from '@/tests/support/pages'
import { makeRecords, sitePages } from '@/tests/support/site-pages'
import { challengeBody, missionBody } from '@/tests/support/story'

// Every page there is, loaded once and looked at in every way that the tests below ask for.

/** What a public page may load beyond a bare Next page. */
const OVER_BARE_BYTES_MAX = 15_000

/** What a page may fetch by itself once it is at rest: nothing, but for these. */
const AT_REST: readonly { readonly path: RegExp; readonly bytesMax: number; readonly why: string }[] = [
  { path: /^\/(?:receipts\/.+|verify)$/, bytesMax: 90_000, why: 'it checks signatures: hashing and recovery' },
  {
    path: /^\/(?:challenges|missions)\/new$/,
    bytesMax: 90_000,
    why: 'its form checks what is typed by the contract',
  },
]

/** How long the walk may hang: it is many minutes on a machine that is slow and busy. */
const WALK_HANG_MS = 30 * 60_000

const ABSENT = ['/no-such-page', '/challenges/no-such-id', '/wallets/nobody']
/** The many alike pages of the documentation are seen once, and three of them in every look. */
const DOCS_LOOKS: readonly Look[] = [[390, 'dark', 'structure']]
/** Three of them stand for all where bytes are counted and colours are seen. */
const DOCS_COUNTED = ['/docs', '/docs/states', '/docs/sign-in']
const looksOf = (path: string) => (path.startsWith('/docs/') && !DOCS_COUNTED.includes(path) ? DOCS_LOOKS : ALL_LOOKS)

const word = (length: number) => 'W'.repeat(length)
const url = (length: number) => `https://${'a'.repeat(50)}.example/${'b'.repeat(length)}`

const browser = openBrowser()
/** The pages that exist. */
let pages: Seen[]
let absent: Seen[]
/** Pages of records with words as long as can be. */
let longWorded: Seen[]
/** What the browser complained of. */
let faults: string[]
let bareBytes = 0

beforeAll(async () => {
  const existing = sitePages(await makeRecords())
  const long = await longWordedPages()
  const walked = await walkPages(browser, [
    ...existing.map((path) => ({ path, looks: looksOf(path) })),
    ...ABSENT.map((path) => ({ path, looks: ALL_LOOKS, isAbsent: true })),
    ...long.map((path) => ({ path, looks: [] })),
  ])
  pages = walked.slice(0, existing.length)
  absent = walked.slice(existing.length, existing.length + ABSENT.length)
  longWorded = walked.slice(existing.length + ABSENT.length)
  faults = await browser.endTest()
  bareBytes = await barePageBytes()
}, WALK_HANG_MS)
afterAll(() => browser.close())

async function longWordedPages(): Promise<string[]> {
  const owner = await signIn(browser.base)
  const challenge = challengeBody({
    title: word(140),
    prompt: word(400),
    contenderA: word(80),
    contenderB: word(80),
    rewardDescription: word(200),
    submissions: [
      { side: 'A', url: url(300) },
      { side: 'B', url: url(300) },
    ],
  })
  const mission = missionBody({
    title: word(140),
    summary: word(400),
    requiredProof: word(400),
    rewardTerms: word(200),
    milestones: [{ title: word(140), required: true, amount: '9'.repeat(30) }],
  })
  const one = await owner.post('/api/v1/challenges', challenge)
  const other = await owner.post('/api/v1/missions', mission)
  expect([one.status, other.status]).toEqual([201, 201])
  return [`/challenges/${one.body.challenge.id}`, `/missions/${other.body.mission.id}`, `/wallets/${owner.address}`]
}

const everyone = () => [...pages, ...absent, ...longWorded]

test('axe finds nothing on any page, 390 and 1280 px wide, in both themes', () => {
  expect(everyone().flatMap(({ findings }) => findings)).toEqual([])
})

test.for(NARROW_WIDTHS)('no page is wider than a screen of %d px, however long the words in it are', (width) => {
  expect(everyone().filter(({ tooWideAt }) => tooWideAt.includes(width))).toEqual([])
})

test('no page is wider than a phone whose reader has doubled the size of all text', () => {
  expect(everyone().flatMap(({ path, enlargedOverflow: by }) => (by > 0 ? [`${path}: ${by} px`] : []))).toEqual([])
})

test('no page is wider than a phone whose reader has spaced out all text (WCAG 1.4.12)', () => {
  expect(everyone().flatMap(({ path, spacedOverflow: by }) => (by > 0 ? [`${path}: ${by} px`] : []))).toEqual([])
})

test('no column is so narrow that an ordinary word is broken in two', () => {
  expect(everyone().flatMap(({ broken }) => broken)).toEqual([])
})

test('a phone zooms in on no field: its letters are large enough', () => {
  expect(everyone().flatMap(({ smallFields }) => smallFields)).toEqual([])
})

test('the policy blocks nothing of our own, on any page', () => {
  expect(everyone().flatMap(({ path, violations }) => violations.map((what) => `${path}: ${what}`))).toEqual([])
})

test('no page complains on the console', () => {
  expect(faults).toEqual([])
})

test('every page loads at most 15 kB more JavaScript than a bare page, and at rest no more unless it must', () => {
  expect(bareBytes).toBeGreaterThan(100_000)
  const counted = pages.filter(({ path }) => !path.startsWith('/docs') || DOCS_COUNTED.includes(path))
  expect(counted.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['/', ...DOCS_COUNTED, '/verify', '/review', '/challenges/new']),
  )
  console.table(Object.fromEntries(counted.map(({ path, scripts }) => [path, scripts])))
  for (const { path, scripts } of counted) {
    expect(scripts.first - bareBytes, path).toBeLessThanOrEqual(OVER_BARE_BYTES_MAX)
    expect(scripts.atRest, path).toBeLessThanOrEqual(AT_REST.find((row) => row.path.test(path))?.bytesMax ?? 0)
  }
})

describe('what search engines and screen readers need', () => {
  test('every page has it', () => {
    for (const { path, facts } of [...pages, ...absent]) {
      const { lang, viewport, deadLinks, picturesWithoutAlt } = facts
      expect({ lang, deadLinks, picturesWithoutAlt }, path).toEqual({
        lang: 'en',
        deadLinks: [],
        picturesWithoutAlt: 0,
      })
      expect(viewport, path).toContain('width=device-width')
      expect(viewport, path).not.toMatch(/user-scalable|maximum-scale/)
      expect(facts.title.length, path).toBeGreaterThan(8)
    }
  })

  test('a link to a part of a page names one that is there', () => {
    const parts = new Map(pages.map(({ path, facts }) => [path, facts.ids]))
    const isMissing = (link: string) => {
      const [path = '', id] = link.split('#')
      return id !== undefined && parts.get(path)?.includes(decodeURIComponent(id)) === false
    }
    const links = pages.flatMap(({ path, facts }) => facts.links.map((link) => ({ path, link })))
    expect(links.length).toBeGreaterThan(1_000)
    expect(links.filter(({ link }) => isMissing(link))).toEqual([])
  })

  test('every page that exists tells what it is, and is found under one address or asks not to be found', () => {
    for (const { path, facts } of pages) {
      expect(facts.description.length, path).toBeGreaterThan(20)
      if (facts.robots.includes('noindex')) continue
      expect(new URL(facts.canonical).pathname, path).toBe(new URL(path, facts.canonical).pathname)
      expect(facts.sharedAs, path).toBe(facts.canonical)
    }
    for (const { path, facts } of absent) expect(facts.robots, path).toContain('noindex')
  })

  test('no two pages have the same title, nor two that may be found the same description', () => {
    const unfiltered = pages.filter(({ path }) => !path.includes('?'))
    expect(new Set(unfiltered.map(({ facts }) => facts.title)).size).toBe(unfiltered.length)
    const found = unfiltered.filter(({ facts }) => !facts.robots.includes('noindex'))
    expect(new Set(found.map(({ facts }) => facts.description)).size).toBe(found.length)
  })
})
