import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import * as routing from 'next/dist/client/components/app-router-headers'
import * as headers from 'next/dist/lib/constants'
import { filterInternalHeaders } from 'next/dist/server/lib/server-ipc/utils'
import * as paths from 'next/dist/shared/lib/constants'
import { describe, expect, test } from 'vitest'
import {
  askedData,
  builtPage,
  isImmutable,
  isNextInternal,
  isPerRequest,
  malformedDataHeader,
  NEXT_PATH,
  STATIC_FILES,
  WITHOUT_ENV_FILES,
  withoutDataParameter,
} from '@/server/pages/next'
import { ROOT } from '@/server/root'

// What server/pages/next.ts says of Next, held against the Next that is installed: docs/architecture.md#what-to-look-at-when-next-changes.

const resolve = createRequire(import.meta.url).resolve
const source = (file: string) => readFileSync(resolve(`next/dist/${file}`), 'utf8')

describe('headers', () => {
  test('by which its parts talk to each other are all taken from clients', () => {
    const list = /INTERNAL_HEADERS = \[(.*?)\]/s.exec(source('server/lib/server-ipc/utils'))?.[1] ?? ''
    const names = [...list.matchAll(/'([^']+)'/g)].map(([, name = '']) => name)
    expect(names).toContain(headers.MATCHED_PATH_HEADER)
    for (const name of names) {
      const sent = { [name]: 'x' }
      filterInternalHeaders(sent)
      expect(sent, name).toEqual({})
    }
    const more = [headers.PRERENDER_REVALIDATE_HEADER, headers.NEXT_RESUME_HEADER, routing.ACTION_HEADER]
    expect([...names, ...more].filter((name) => !isNextInternal(name))).toEqual([])
  })

  test('by which a browser asks for the data of a page are left to it', () => {
    const asked = [
      routing.RSC_HEADER,
      routing.NEXT_ROUTER_STATE_TREE_HEADER,
      routing.NEXT_ROUTER_PREFETCH_HEADER,
      routing.NEXT_ROUTER_SEGMENT_PREFETCH_HEADER,
      routing.NEXT_URL,
    ]
    expect(asked.filter(isNextInternal)).toEqual([])
    expect(asked.filter((name) => askedData({ [name]: '1' }) === null)).toEqual([])
    expect(askedData({ accept: 'text/html' })).toBe(null)
    expect(withoutDataParameter(`?${routing.NEXT_RSC_UNION_QUERY}=a-1_b`)).toBe('')
    expect(withoutDataParameter(`?${routing.NEXT_RSC_UNION_QUERY}=a&q=b`)).not.toBe('')
    expect(routing.RSC_CONTENT_TYPE_HEADER).toBe('text/x-component')
  })

  test('by which a browser says where it is are read by its own parser, and what that refuses is told before', () => {
    const refused = (state: string) => malformedDataHeader({ [routing.NEXT_ROUTER_STATE_TREE_HEADER]: state })
    expect(source('server/route-modules/app-page/parse-request-headers')).toContain('parseAndValidateFlightRouterState')
    expect([malformedDataHeader({}), ...['["",{}]', '%5B%22%22%2C%7B%7D%5D'].map(refused)]).toEqual([null, null, null])
    const name = routing.NEXT_ROUTER_STATE_TREE_HEADER
    expect(['x', '[]', '["",{},1]', '%'].map(refused)).toEqual([name, name, name, name])
  })

  test('of a prefetch have the one value that its client has without cache components', () => {
    const client = source('client/components/segment-cache/cache')
    const name = routing.NEXT_ROUTER_PREFETCH_HEADER
    const values = [...client.matchAll(/NEXT_ROUTER_PREFETCH_HEADER\](?::| =) '(.)'/g)].map(([, value]) => value)
    expect([...new Set(values)].sort()).toEqual(['1', '2', '3'])
    expect(source('server/app-render/app-render')).toContain('if (isRuntimePrefetchRequest)')
    expect(['1', '2', '3', '1, 1'].map((value) => malformedDataHeader({ [name]: value }))).toEqual([
      null,
      name,
      name,
      name,
    ])
  })
})

describe('paths', () => {
  test('of its own, of the build and of static pages', () => {
    const built = path.join(ROOT, '.next')
    expect(STATIC_FILES.folder).toBe(path.join(built, paths.CLIENT_STATIC_FILES_PATH))
    expect(STATIC_FILES.path).toBe(`/_next/${paths.CLIENT_STATIC_FILES_PATH}/`)
    expect(builtPage('a')).toBe(path.join(built, paths.SERVER_DIRECTORY, 'app', 'a.html'))
    expect(['/_next/static/a.js', '/__nextjs_font/a.woff2', '/next'].map((one) => NEXT_PATH.test(one))).toEqual([
      true,
      true,
      false,
    ])
  })

  test('of files that never change are the ones that it calls immutable', () => {
    const [, said = ''] = /'Cache-Control', '([^']*immutable)'/.exec(source('server/lib/router-server')) ?? []
    expect(isImmutable(said)).toBe(true)
  })
})

describe('a response', () => {
  test('that it renders for one request is marked so', () => {
    const [, said = ''] = /return '(private, [^']*)'/.exec(source('server/lib/cache-control')) ?? []
    expect(isPerRequest(said)).toBe(true)
    expect(source('build/templates/app-page-runtime')).toContain(`'Cache-Control', '${said}'`)
  })

  test('counts as sent by `headersSent`, and its `setHeader` is replaced by one that then does nothing', () => {
    expect(source('server/base-http/node')).toContain('this._res.finished || this._res.headersSent')
    const patch = source('server/lib/patch-set-header')
    expect(patch).toContain('res.setHeader = (name, value)=>{')
    expect(patch).toContain("'headersSent' in res && res.headersSent")
    expect(ServerResponse.prototype.setHeader).toBeTypeOf('function')
  })
})

test('its inline scripts are the ones whose form is known', () => {
  const written = source('server/app-render/stream-ops.node')
  expect(written).toContain('(self.__next_f=self.__next_f||[]).push(${')
  expect(written).toContain('self.__next_f.push(${')
})

test('it takes variables from `.env` files, and none where it is told so', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'trellis-env-'))
  const program = `require('@next/env').loadEnvConfig(process.argv[1]); console.log(process.env.OF_A_FILE)`
  const taken = (told: Record<string, string>) =>
    execFileSync(process.execPath, ['-e', program, folder], {
      cwd: ROOT,
      encoding: 'utf8',
      env: { NODE_ENV: 'production', PATH: process.env.PATH, ...told },
    }).trim()
  try {
    writeFileSync(path.join(folder, '.env'), 'OF_A_FILE=yes\n')
    expect([taken({}), taken(WITHOUT_ENV_FILES)]).toEqual(['yes', 'undefined'])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
