import { execFileSync } from 'node:child_process'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { layOut } from '@/components/docs/diagram-layout'
import { curlCommand, describeTag } from '@/components/docs/endpoint-facts'
import { hintOf } from '@/components/docs/endpoint-reference'
import { fieldRows } from '@/components/docs/field-rows'
import { DOCS_PARTS, docsPath, slugOf } from '@/components/docs/parts'
import { TryItPanel } from '@/components/docs/try-it-panel'
import { contracts } from '@/lib/api/contracts'
import { Components } from '@/lib/api/openapi-schemas'
import { CreateChallenge } from '@/lib/challenges/schemas'
import { challengeMachine } from '@/lib/challenges/states'
import { proposalMachine } from '@/lib/community/states'
import { IDEMPOTENCY_KEY } from '@/lib/contract/limits'
import { missionMachine } from '@/lib/missions/states'
import { getStatus } from '@/lib/status/contract'
import { textOf, trackedFiles } from '@/tests/support/tracked-files'

const ORIGINS = { site: 'https://a.example', platform: 'https://p.example' }

describe('the reference', () => {
  test('has a page for the tag of every endpoint, and no address twice', () => {
    const tags = new Set(DOCS_PARTS.map(({ tag }) => tag))
    expect(contracts.filter(({ tag }) => !tags.has(tag))).toEqual([])
    expect(new Set(DOCS_PARTS.map(({ slug }) => slug)).size).toBe(DOCS_PARTS.length)
  })

  test('has every page that a document or a text of the service names', () => {
    const pages = new Set(DOCS_PARTS.map(({ slug }) => docsPath(slug)))
    const named = trackedFiles
      .filter((file) => /^(?:docs\/[^/]+\.md|lib\/.+\.ts)$/.test(file))
      // Where a host or a folder stands before it, it is somebody else's.
      .flatMap((file) => [...textOf(file).matchAll(/(?<![\w.@])\/docs\/[\w-]+/g)].map(([page]) => ({ file, page })))
    expect(named.length).toBeGreaterThan(5)
    expect(named.filter(({ page }) => !pages.has(page))).toEqual([])
  })

  test('of the status is where the page of the status says', () => {
    expect(textOf('components/status/status-board.tsx')).toContain(`href="${docsPath(slugOf(getStatus.tag))}"`)
  })

  test('tells fields with their bounds, those of nested objects after their own row', () => {
    const components = new Components()
    const rows = fieldRows(components.schemaOf(CreateChallenge, 'input'), components)
    expect(rows.find(({ name }) => name === 'title')).toMatchObject({ required: true, bounds: ['3–140 characters'] })
    expect(rows.find(({ name }) => name === 'submissions')).toMatchObject({
      type: 'array of object',
      required: false,
      bounds: ['at most 2 items'],
    })
    expect(rows.find(({ name }) => name === 'submissions[].side')).toMatchObject({ bounds: ['"A" "B"'] })
  })

  test('tells the type of every field, also of one that may be null, and a download as bytes', () => {
    const tags = [...new Set(contracts.map(({ tag }) => tag))]
    const described = tags.map((tag) => describeTag(tag, ORIGINS))
    const rows = described.flatMap(({ shapes }) => shapes.flatMap((shape) => shape.rows))
    const typesOf = (name: string) => [...new Set(rows.filter((row) => row.name === name).map(({ type }) => type))]
    expect([typesOf('rewardTerms'), typesOf('paysContributor')]).toEqual([['string or null'], ['boolean or null']])
    expect(rows.filter(({ type, name }) => type.includes('any value') && name !== 'data')).toEqual([])
    const answers = described.flatMap(({ endpoints }) => endpoints.flatMap((endpoint) => endpoint.answers))
    expect(answers.filter(({ isFile }) => isFile)).toMatchObject([{ meaning: expect.stringContaining('bytes') }])
  })

  test('has its examples on the platform that takes them', () => {
    const shown = (platform: string | null) => {
      const facts = DOCS_PARTS.flatMap(({ tag }) => (tag ? describeTag(tag, { ...ORIGINS, platform }).endpoints : []))
      return JSON.stringify(facts.map(({ curl, bodies, answers }) => ({ curl, bodies, answers })))
    }
    const [told, unknown] = [shown('https://p.example'), shown(null)]
    expect(told).not.toContain('https://community.example')
    expect(told).toBe(unknown.replaceAll('https://community.example', 'https://p.example'))
    expect(told).not.toBe(unknown)
  })

  test('tells the errors of every endpoint in the order of their status', () => {
    for (const { tag } of DOCS_PARTS) {
      if (!tag) continue
      for (const { operationId, refusals } of describeTag(tag, ORIGINS).endpoints) {
        const statuses = refusals.map(({ status }) => status)
        expect(statuses, operationId).toEqual(statuses.toSorted((one, other) => one - other))
      }
    }
  })

  test('writes shell lines that a shell reads as they are meant', () => {
    const body = { title: `It's "so" $HOME \`date\`` }
    const line = curlCommand({
      method: 'POST',
      url: 'https://a.example/api',
      bearer: 'ACCESS_TOKEN',
      isKeyed: true,
      body,
    })
    expect(line).toContain(`-d '{\n  "title": "It'\\''s \\"so\\" $HOME \`date\`"\n}'`)
    expect(curlCommand({ method: 'GET', url: 'https://a.example/?a=1&b=2', isKeyed: false })).toBe(
      "curl 'https://a.example/?a=1&b=2'",
    )
  })

  test('writes shell lines that send a new key each time, with what every machine has', () => {
    const line = curlCommand({ method: 'POST', url: 'https://a.example/api', isKeyed: true })
    const sent = () => {
      const told = execFileSync('/bin/sh', ['-c', `curl() { printf '%s\\n' "$@"; }\n${line}`], { encoding: 'utf8' })
      return /^Idempotency-Key: (.*)$/m.exec(told)?.[1]
    }
    const [one, other] = [sent(), sent()]
    expect([one, other]).toEqual([expect.stringMatching(IDEMPOTENCY_KEY), expect.stringMatching(IDEMPOTENCY_KEY)])
    expect(other).not.toBe(one)
  })

  test('asks for every parameter that a read is refused without, on the form and in the shell line', () => {
    const facts = DOCS_PARTS.flatMap(({ tag }) => (tag ? describeTag(tag, ORIGINS).endpoints : []))
    const told: string[] = []
    for (const { path, query, needsOneOf = [] } of contracts) {
      const endpoint = facts.find((one) => one.isTryable && one.path === path)
      if (!endpoint) continue
      const names = Object.entries(query?.shape ?? {}).flatMap(([name, field]) =>
        field.safeParse(undefined).success ? [] : [name],
      )
      const search = [...names, ...needsOneOf.slice(0, 1)].map((name) => `${name}=${name.toUpperCase()}`).join('&')
      expect(endpoint.curl.split('?')[1] ?? "'").toBe(`${search}'`)
      const panel = renderToStaticMarkup(
        createElement(TryItPanel, { path, parameters: endpoint.parameters.map(hintOf) }),
      )
      const asked = panel
        .split('<label')
        .filter((field) => field.includes('>required<') && field.includes('required=""'))
      expect(asked.map((field) => / name="(\w+)"/.exec(field)?.[1])).toEqual(names)
      told.push(...names.map((name) => `${path} ${name}`))
    }
    expect(told.sort()).toEqual(['/api/import url', '/api/v1/search q'])
  })

  test('names parameters of which a read needs any one on the form, and one of them in the shell line', () => {
    const links = describeTag('Community platform', ORIGINS).endpoints.find(({ path }) => path === '/api/v1/muse-links')
    expect(links?.curl).toBe("curl 'https://a.example/api/v1/muse-links?wallet=WALLET'")
    expect(links?.parameters.map(hintOf).map(({ name, hint }) => [name, hint])).toEqual([
      ['wallet', 'required without museId'],
      ['museId', 'required without wallet'],
    ])
  })

  test('sends with each request the secret that it asks for', () => {
    const tags = [...new Set(contracts.map(({ tag }) => tag))]
    const told = tags.flatMap((tag) => describeTag(tag, ORIGINS).endpoints)
    const secretsOf = (access: string) => [
      ...new Set(told.filter((one) => one.access === access).map(({ curl }) => /Bearer \$(\w+)"/.exec(curl)?.[1])),
    ]
    expect([secretsOf('cron'), secretsOf('wallet'), secretsOf('public')]).toEqual([
      ['CRON_SECRET'],
      ['ACCESS_TOKEN'],
      [undefined],
    ])
  })
})

describe.each([
  ['challenge', challengeMachine.rows],
  ['mission', missionMachine.rows],
  ['proposal', proposalMachine.rows],
])('the picture of the states of a %s', (_name, rows) => {
  const diagram = layOut(rows)

  test('shows every state once, none over another, all within the picture', () => {
    const states = new Set(rows.map(({ to }) => to))
    expect(diagram.nodes.map(({ state }) => state).sort()).toEqual([...states].sort())
    expect(new Set(diagram.nodes.map(({ x, y }) => `${x} ${y}`)).size).toBe(states.size)
    const { x, y, width, height } = diagram.view
    const inside = diagram.nodes.every((node) => node.x > x && node.x < x + width && node.y > y && node.y < y + height)
    expect(inside).toBe(true)
  })

  test('names every trigger that the table has', () => {
    const drawn = new Set(diagram.edges.flatMap(({ label }) => label.triggers))
    expect([...drawn].sort()).toEqual([...new Set(rows.map(({ on }) => on))].sort())
  })
})
