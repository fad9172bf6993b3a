import { expect, test } from 'vitest'
import { requireJson } from '@/lib/http/parse'

const requireType = (type: string) => requireJson({ header: (name) => (name === 'content-type' ? type : null) })

test.each([
  'application/json',
  'Application/JSON; charset=UTF-8',
  'application/json;charset=utf8',
  'application/json; charset="utf-8"',
  'application/json; profile=x; charset=utf-8',
])('a body is JSON in UTF-8 as %s', (type) => {
  expect(() => requireType(type)).not.toThrow()
})

test.each([
  '',
  'text/plain',
  'application/json; charset=latin1',
  'application/json; charset="utf8',
  'application/json; charset=utf-16',
  'application/json; charset=',
])('and not as %j', (type) => {
  expect(() => requireType(type)).toThrow('in UTF-8')
})
