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

test('a network with few gets a place of the one that has most, the first, until they have about as many', () => {
  const room = createRoom(6, 5)
  const ended: string[] = []
  const take = (name: string, address: string) => room.take(address, () => ended.push(name))
  const leave = ['a1', 'a2', 'a3', 'a4'].map((name) => take(name, 'a'))
  for (const name of ['b1', 'b2']) take(name, 'b')
  expect([room.fullFor('b'), room.fullFor('c')]).toEqual([null, null])
  take('c1', 'c')
  expect([ended, room.taken()]).toEqual([['a1'], 6])
  take('c2', 'c')
  // Now each has two.
  expect([ended, room.fullFor('a'), room.fullFor('c')]).toEqual([['a1', 'a2'], 'process', 'process'])
  // Its place is another's.
  leave[0]?.()
  expect([room.taken(), room.fullFor('c'), room.fullFor('d')]).toEqual([6, 'process', null])
})

test('a network that has as many as it may takes nothing from others', () => {
  const room = createRoom(7, 2)
  for (const address of ['2001:db8::1', '2001:db8:0:8::1', '2001:db8:0:10::1'])
    for (let taken = 0; taken < 2; taken++) room.take(address)
  room.take('a')
  expect(room.fullFor('a')).toBeNull()
  room.take('a')
  expect([room.taken(), room.fullFor('a')]).toEqual([7, 'network'])
})
