import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { applyMigrations } from '@/lib/db/migrate'
import { wordsOf } from '@/lib/search/words'
import type { Actor } from '@/tests/support/client'
import { type Cluster, openCluster } from '@/tests/support/instances'
import { dropDatabase, maintain } from '@/tests/support/maintenance'
import { seedMission } from '@/tests/support/story'

// What separates words besides spaces and the commonest punctuation depends on the locale of the database (lib/search/words.ts).

/** Titles, what else each is found by in any locale, and what only where that takes all of it for space that is no letter. */
const TITLES: readonly [title: string, queries: readonly string[], apart?: readonly string[]][] = [
  ['Fix the roof 🏠', ['roof 🏠', '🏠 roof', 'roof🏠fix', 'FIX roof']],
  ['Paint🎨ab the fence', ['paint🎨ab', 'paint fence'], ['ab', 'fence🎨ab']],
  ['Made with ❤️ by 👩‍👩‍👧 🇩🇪', ['made ❤️', 'made \ufe0f', '👩‍👩‍👧 made']],
  ['مرحبا، كيف حالك؟', ['مرحبا', 'حالك؟', 'كيف، حالك؟']],
  ['यह छत है। ठीक करो॥', ['है।', 'ठीक करो', 'करो॥'], ['है']],
  ['צה״ל ג׳ירפה', ['צה״ל', 'ג׳ירפה'], ['ל צה', 'ירפה']],
  ['བོད་ཡིག', ['བོད་ཡིག', 'བོད'], ['ཡིག']],
  ['カード・ゲーム', ['カード・ゲーム', 'ゲーム']],
  ['Commit 7e34fab9 and 12e3ab', ['7e34fab9', '7e34fa', '7e3', '12e3ab', '12E3AB']],
  ['Squared x⁴ and m²', ['x⁴', 'm²'], ['x']],
]

/** In the template of the embedded Postgres `LC_CTYPE` is `C`. */
const LOCALES = { 'the tests’ own': null, 'C.UTF-8': `ENCODING 'UTF8' LOCALE_PROVIDER libc LOCALE 'C.UTF-8'` }

describe.each(Object.entries(LOCALES))('in the locale %s', (_name, locale) => {
  const database = new URL(inject('templateUrl'))
  let cluster: Cluster
  let owner: Actor
  beforeAll(async () => {
    if (locale) {
      database.pathname = `/t_${randomBytes(6).toString('hex')}`
      await maintain(database.href, (client) =>
        client.query(`CREATE DATABASE ${database.pathname.slice(1)} TEMPLATE template0 ${locale}`),
      )
      await applyMigrations(database.href)
    }
    cluster = await openCluster(1, locale ? { databaseUrl: database.href } : {})
    owner = await cluster.wallet()
  })
  afterAll(async () => {
    await cluster.close()
    if (locale) await maintain(database.href, (client) => dropDatabase(client, database.pathname.slice(1)))
  })

  async function ids(q: string): Promise<string[]> {
    const reply = await cluster.get(`/api/v1/search?kind=mission&q=${encodeURIComponent(q)}`)
    expect(reply.status, reply.text).toBe(200)
    return reply.body.hits.map(({ id }: { id: string }) => id)
  }

  test.each(TITLES)(
    '%j is found by itself and by its words, whatever stands between them',
    async (title, queries, apart = []) => {
      const { id } = await seedMission(owner, { title })
      for (const q of [title, ...queries, ...(locale ? apart : [])]) expect(await ids(q), q).toContain(id)
      expect(await ids(`${title} persimmon`)).toEqual([])
    },
  )

  test('once common words are known, a sign that is no word is not looked up', async () => {
    const { id } = await seedMission(owner, { title: 'The quince 🏡 of the quince' })
    await cluster.sql.query('ANALYZE "SearchText"')
    for (const q of ['quince 🏡', 'the🏡quince']) expect(await ids(q), q).toContain(id)
  })

  if (locale)
    test('the index is divided as words are here', async () => {
      const within = ['\u0301', '\u094d', '\u093e', '\u05b8', '\u0651', '\ufeff', '\u061c', '٣', 'ʼ', 'ـ', '🅰']
      const between = [
        '🏠',
        '❤️',
        '\u200d',
        '\u200c',
        '\u00ad',
        '،',
        '؟',
        '।',
        '״',
        '་',
        '・',
        '｡',
        '⁴',
        '²',
        'ⅷ',
        '㎡',
        '_',
        '\u3099',
      ]
      for (const sign of [...within, ...between]) {
        const text = `roof${sign}house ${sign} ${sign}top`
        const { rows } = await cluster.sql.query('SELECT tsvector_to_array(search_words($1)) AS words', [text])
        expect(wordsOf(text).sort(), JSON.stringify(sign)).toEqual([...rows[0].words].sort())
      }
    })
})
