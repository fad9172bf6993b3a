import { expect, test } from 'vitest'
import { createRoom } from '@/lib/http/room'

test('a room has so many places in all, and so many for one network', () => {
  const room = createRoom(3, 2)
  const leave = [room.take('a'), room.take('a')]
  expect([room.fullFor('a'), room.fullFor('b')]).toEqual(['network', null])
  room.take('b')
  expect([room.fullFor('a'), room.fullFor('b'), room.taken()]).toEqual(['process', 'process', 3])
  leave[0]?.()
  expect([room.fullFor('a'), room.fullFor('b'), room.taken()]).toEqual([null, null, 2])
})

test('a place is given back once', () => {
  const room = createRoom(3, 2)
  const leave = room.take('a')
  room.take('a')
  leave()
  leave()
  expect(room.taken()).toBe(1)
})
