import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { startCluster } from '@/server/postgres/cluster'
import { prepareEmbeddedPostgres } from '@/server/postgres/embedded'
import { isAlive } from '@/server/process-lock'
import { until } from '@/tests/support/until'

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

test('a Postgres that is still recovering ends with the process that started it', async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 't-recovering-'))
  const postgres = path.join(folder, 'postgres')
  const pidFile = path.join(folder, 'pid')
  // As one that recovers: it runs on, and is not ready.
  writeFileSync(postgres, `#!/bin/sh\ntrap 'exit 0' INT\necho $$ > '${pidFile}'\nwhile :; do sleep 0.1; done\n`, {
    mode: 0o755,
  })
  const before = process.listeners('exit')
  const added = () => process.listeners('exit').filter((listener) => !before.includes(listener))
  const files = { dataDir: path.join(folder, 'data'), logFile: path.join(folder, 'log') }
  const binaries = { initdb: postgres, postgres }
  const starting = startCluster({ ...files, binaries, account: { ids: null, prefix: [] }, flags: {} }, 1)
  const failed = expect(starting).rejects.toThrow('The embedded Postgres did not start')
  await until(() => existsSync(pidFile) && readFileSync(pidFile, 'utf8') !== '', 'it runs')
  try {
    expect(added()).toHaveLength(1)
    for (const end of added()) end.call(process, 1)
    await failed
    expect(added()).toEqual([])
  } finally {
    const pid = Number(readFileSync(pidFile, 'utf8'))
    if (isAlive(pid)) process.kill(pid, 'SIGKILL')
  }
})
