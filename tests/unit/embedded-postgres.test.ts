import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { prepareEmbeddedPostgres } from '@/server/postgres/embedded'

let folder: string
afterEach(() => rmSync(folder, { recursive: true, force: true }))

// What a list of folders, a URL, a shell or a file of settings could take for a sign of its own.
test.each(['a,b', 'a"b ', `a'b%2F?#\\`])(
  'the embedded Postgres starts in a folder called %s, twice, and is reached by its socket',
  async (name) => {
    folder = mkdtempSync(path.join(os.tmpdir(), `t-${name}-`))
    for (let start = 0; start < 2; start++) {
      const postgres = await prepareEmbeddedPostgres(folder)
      const running = await postgres.start()
      try {
        const client = new pg.Client({ connectionString: postgres.url })
        await client.connect()
        const { rows } = await client.query('SELECT inet_client_addr() AS address')
        expect(rows).toEqual([{ address: null }])
        await client.end()
      } finally {
        await running.stop()
      }
    }
  },
)
