import * as theirs from '@auth/core/errors'
import { expect, test } from 'vitest'
import * as ours from '../../src/authjs/index.ts'

const kinds = Object.entries(theirs).filter(
  ([, kind]) => typeof kind === 'function' && kind.prototype instanceof Error,
)

test('Auth.js has errors to compare with', () => {
  expect(kinds.length).toBeGreaterThan(30)
})

test.each(kinds)('%s is an error here too, and of the same type', (name, kind) => {
  const own: unknown = Reflect.get(ours, name)
  if (typeof own !== 'function') throw new Error(`There is no ${name}`)
  const error = Reflect.construct(own, ['what happened'])
  expect(error).toBeInstanceOf(ours.AuthError)
  expect(error.type).toBe(new kind('what happened').type)
})
