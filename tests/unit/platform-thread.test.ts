import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { chooseReplies } from '@/lib/community/choose-replies'
import type { Thread } from '@/lib/platform/gateway'
import { flattenThread, PostedAnswer, PostNode, tame } from '@/lib/platform/gateway/answers'
import { nodeOf } from '@/tests/support/misbehaving-platform'

test('nobody writes on the platform what reads as if it had been erased by law', () => {
  const { text, authorName } = PostNode.parse(nodeOf(1, { text: ' [Erased: Court order 17]', name: '[erased: Law 7]' }))
  expect([text, authorName]).toEqual([' (Erased: Court order 17]', '(erased: Law 7]'])
  expect(tame('\u200b[e\u2060rased: Law 7]', 80)).toBe('\u200b(e\u2060rased: Law 7]')
})

test('a name is kept as it is looked for: composed, without the space around it', () => {
  const nameIn = (name: unknown) => PostNode.parse(nodeOf(1, { name })).authorName
  expect([' Jose\u0301 ', '\u0007 \n', null, 'Ada'].map(nameIn)).toEqual(['Jos\u00e9', '', '', 'Ada'])
})

/** Reads times in a process of its own, because the zone of one that runs may not change any more. */
function readIn(zone: string, texts: readonly string[]): unknown {
  const program = `import { Time } from './lib/platform/gateway/answers.ts'
    const read = (text) => Time.parse(text).toISOString()
    console.log(JSON.stringify([new Date('2026-09-01T12:00:00'), ...${JSON.stringify(texts)}.map(read)]))`
  const words = ['--import', 'tsx', '--input-type=module', '--eval', program]
  return JSON.parse(execFileSync(process.execPath, words, { env: { ...process.env, TZ: zone }, encoding: 'utf8' }))
}

test('a time without a zone is UTC, wherever the service runs', () => {
  const times = {
    '2026-09-01 12:00:00': '2026-09-01T12:00:00.000Z',
    '2026-09-01 12:00:00.25': '2026-09-01T12:00:00.250Z',
    '2026-09-01T12:00:00': '2026-09-01T12:00:00.000Z',
    '2026-09-01T12:00:00.250': '2026-09-01T12:00:00.250Z',
    '2026-09-01T12:00': '2026-09-01T12:00:00.000Z',
    '2026-09-01T12:00:00+02:00': '2026-09-01T10:00:00.000Z',
    '2026-09-01': '2026-09-01T00:00:00.000Z',
    '2026-09-01 12:00:00.25-0130': '2026-09-01T13:30:00.250Z',
    '2026-09-01T12:00:00Z': '2026-09-01T12:00:00.000Z',
  }
  const ofTheZone = '2026-09-01T16:00:00.000Z'
  expect(readIn('America/New_York', Object.keys(times))).toEqual([ofTheZone, ...Object.values(times)])
})

describe('a tree of posts', () => {
  test('is taken apart, whatever its shape', () => {
    const tree = nodeOf(1, { replies: [nodeOf(2, { replies: [nodeOf(3)] }), nodeOf(4)] })
    const { posts, unreadable, isCut } = flattenThread(tree)
    expect(posts.map((post) => post.id).sort()).toEqual(['1', '2', '3', '4'])
    expect([unreadable, isCut]).toEqual([0, false])
  })

  test('names every node, also those that cannot be read', () => {
    const { ids } = flattenThread(nodeOf(1, { replies: [nodeOf(2, { muse_id: null }), { id: 'x' }, nodeOf(3)] }))
    expect([...ids].sort()).toEqual(['1', '2', '3'])
  })

  test('may be 10,000 replies deep', () => {
    let tree = nodeOf(10_000)
    for (let id = 9_999; id > 0; id--) tree = nodeOf(id, { replies: [tree] })
    expect(flattenThread(tree).posts).toHaveLength(10_000)
  })

  test('may hold a post twice, or itself', () => {
    const loop = nodeOf(2)
    Object.assign(loop, { replies: [loop, nodeOf(3), nodeOf(3, { text: 'another' })] })
    const { posts, isCut } = flattenThread(nodeOf(1, { replies: [loop] }))
    expect(posts.map((post) => post.id).sort()).toEqual(['1', '2', '3'])
    expect(isCut).toBe(true)
  })

  test('is looked at up to a bound', () => {
    const replies = Array.from({ length: 30_000 }, (_, place) => ({ id: place + 2 }))
    const { isCut, unreadable } = flattenThread(nodeOf(1, { replies }))
    expect(isCut).toBe(true)
    expect(unreadable).toBeLessThan(20_001)
  })

  test.each([null, 42, 'text', [], {}, { id: 1 }, { replies: 'none' }])('may be %j', (root) => {
    expect(flattenThread(root).posts).toEqual([])
  })

  test.each([
    ['no id', { id: undefined }],
    ['an id that is no whole number', { id: 1.5 }],
    ['an id beyond every count', { id: 1e300 }],
    ['an id that is a sentence', { id: 'one' }],
    ['no author', { muse_id: null }],
    ['an author of another form', { muse_id: 'MUSE_X' }],
    ['an author with a control character', { muse_id: 'anon:a\u0000b' }],
    ['no time', { created_at: null }],
    ['a time that is none', { created_at: 'yesterday' }],
    ['a time that JavaScript guesses at', { created_at: 'Nov 5' }],
    ['a number for its time', { created_at: '5' }],
    ['a day that is none', { created_at: '2026-13-01' }],
    ['a day that its month lacks', { created_at: '2026-02-30 10:00:00' }],
    ['a day that is all zeros', { created_at: '0000-00-00 00:00:00' }],
    ['a time beyond the calendar', { created_at: '+275760-09-13T00:00:00.000Z' }],
    ['a text that is none', { text: { deep: [] } }],
  ])('a reply with %s is unreadable, and the rest is read', (_what, over) => {
    const { posts, unreadable } = flattenThread(nodeOf(1, { replies: [nodeOf(2, over), nodeOf(3)] }))
    expect([posts.length, unreadable]).toEqual([2, 1])
  })

  test('reads both forms of time as UTC', () => {
    const time = (created_at: string) => PostNode.parse(nodeOf(1, { created_at })).postedAt.toISOString()
    expect(time('2026-09-01 12:00:00')).toBe('2026-09-01T12:00:00.000Z')
    expect(time('2026-09-01T12:00:00.000Z')).toBe('2026-09-01T12:00:00.000Z')
    expect(time('2026-09-01T14:00:00+02:00')).toBe('2026-09-01T12:00:00.000Z')
  })

  test('takes the platform’s word for a checked author only where it says so', () => {
    const checked = (id_verified: unknown) => PostNode.parse(nodeOf(1, { id_verified })).isVerified
    expect([true, 1, false, 0, null, 'true', {}, 2].map(checked)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
      false,
      false,
    ])
  })

  test('text is tamed: well-formed, without control characters, cut', () => {
    expect(tame('a\u0000b\ud800c\r\nd\u001b[31m', 100)).toBe('ab\ufffdc\nd[31m')
    expect([...tame('💛'.repeat(5000), 4000)]).toHaveLength(4000)
    expect(tame('💛💛💛', 2)).toBe('💛…')
  })

  test('the id of a new post stands in either place', () => {
    expect(PostedAnswer.parse({ post: { id: 7, channel: 'x' } })).toBe('7')
    expect(PostedAnswer.parse({ id: '8' })).toBe('8')
    expect(PostedAnswer.safeParse({ ok: true }).success).toBe(false)
  })
})

describe('the replies that become proposals', () => {
  const threadOf = (replies: readonly object[], over: Partial<Thread> = {}): Thread => ({
    rootId: '1',
    channel: 'lobby',
    ...flattenThread(nodeOf(1, { replies })),
    ...over,
  })
  const minute = (id: number) => `2026-09-01 12:${String(id).padStart(2, '0')}:00`

  test('are all but the root and the service’s own, oldest first', () => {
    const replies = [
      nodeOf(4, { created_at: minute(4) }),
      nodeOf(3, { created_at: minute(9) }),
      nodeOf(2, { muse_id: 'muse_own' }),
      nodeOf(5, { muse_id: 'anon:somebody', created_at: minute(1) }),
    ]
    const choice = chooseReplies(threadOf(replies), [], 'muse_own')
    expect(choice.replies.map((reply) => reply.id)).toEqual(['5', '4', '3'])
    expect(choice.left).toBeNull()
  })

  test('are at most three by one Muse, those imported before included', () => {
    const replies = [2, 3, 4, 5].map((id) => nodeOf(id, { muse_id: 'muse_eager', created_at: minute(id) }))
    const first = chooseReplies(threadOf(replies), [], null)
    expect(first.replies.map((reply) => reply.id)).toEqual(['2', '3', '4'])
    expect(first.left).toBe('One reply was left out: a Muse has at most 3 proposals here.')
    const before = [
      { postId: '2', museId: 'muse_eager' },
      { postId: '90', museId: 'muse_eager' },
    ]
    expect(chooseReplies(threadOf(replies), before, null).replies.map((reply) => reply.id)).toEqual(['3'])
  })

  test('are at most three by one author, also after the law took the id with which they were imported', () => {
    const replies = [2, 3, 4, 5].map((id) => nodeOf(id, { muse_id: 'anon:eager', created_at: minute(id) }))
    const before = ['2', '3', '4'].map((postId) => ({ postId, museId: '[erased: Court order 17]' }))
    expect(chooseReplies(threadOf(replies), before, null)).toEqual({
      replies: [],
      left: 'One reply was left out: a Muse has at most 3 proposals here.',
    })
  })

  test('are at most fifty, the oldest', () => {
    const replies = Array.from({ length: 60 }, (_, place) =>
      nodeOf(place + 2, { created_at: '2026-09-01 12:00:00', muse_id: `muse_by${place}` }),
    )
    const choice = chooseReplies(threadOf(replies), [{ postId: '999', museId: 'muse_x' }], null)
    expect(choice.replies).toHaveLength(49)
    expect(choice.replies.at(-1)?.id).toBe('50')
    expect(choice.left).toBe('11 replies were left out: a challenge takes at most 50 proposals.')
  })

  test.each([[''], [null], [' \n '], ['\u200b\u2800']])('are none without words: %j', (text) => {
    const choice = chooseReplies(threadOf([nodeOf(2, { text }), nodeOf(3)]), [], null)
    expect(choice.replies.map((reply) => reply.id)).toEqual(['3'])
    expect(choice.left).toBe('One reply was left out, without words.')
  })

  test('say what could not be read', () => {
    const { left } = chooseReplies(threadOf([{ id: 2 }], { isCut: true }), [], null)
    expect(left).toBe('One reply was left out as unreadable. The thread is larger than what is read at once.')
  })
})
