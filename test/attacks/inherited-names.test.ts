import { describe, expect, test } from 'vitest'
import Email from '../../src/providers/email.ts'
import { memory } from '../../src/storage/memory.ts'
import { origin, setup } from '../setup.ts'
import { base, program, stage } from './stage.ts'

/** Words that every object inherits. */
const inherited = [
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'isPrototypeOf',
  'toLocaleString',
  'toString',
  'valueOf',
  '__defineGetter__',
  '__lookupSetter__',
]

/** What a program may send where a text is expected. */
const odd: [string, unknown][] = [
  ['an object', {}],
  ['an object that cannot become a text', { toString: 1, valueOf: 1 }],
  ['a list', ['123456']],
  ['a list of what cannot become a text', [{ toString: 1 }]],
  ['a number', 123456],
  ['a truth', true],
  ['null', null],
]

describe.each(inherited)('%s', (word) => {
  test.each(['signin/plain', 'callback/plain', 'signout', 'account'])(
    'gets 415 as the type of a body at %s',
    async (path) => {
      const { auth, log } = await stage()
      const headers = { ...program, origin, 'content-type': word }
      const request = new Request(`${base}/${path}`, { method: 'POST', headers, body: 'x=1' })
      expect((await auth.handler(request)).status).toBe(415)
      expect(log.errors).toEqual([])
    },
  )

  test.each([
    `${word}`,
    `signin/${word}`,
    `callback/${word}`,
    `nonce/${word}`,
    `error?error=${word}`,
    `signin?error=${word}&code=${word}`,
    `verify-request?provider=${word}&flow=${word}&error=${word}`,
    `callback/email?${word}=${word}`,
    `callback/plain?error=${word}&state=${word}`,
  ])(
    'gets an answer below 500 as a name in an address, and no error in the log: %s',
    async (path) => {
      const { browser, log } = await mailing()
      expect((await browser.visit(`${base}/${path}`)).status).toBeLessThan(500)
      expect(log.errors).toEqual([])
    },
  )
})

async function mailing() {
  const sendVerificationRequest = () => {}
  return setup({ providers: [Email({ sendVerificationRequest })], storage: memory() })
}

describe.each(odd)('%s where a text is expected', (_, value) => {
  test.each([
    ['callback/email', { code: value, flow: 'x' }],
    ['callback/email', { code: '123456', flow: value }],
    ['callback/email', { token: value, email: 'ada@people.test' }],
    ['callback/email', { token: 'x'.repeat(40), email: value }],
    ['callback/email', { token: 'x'.repeat(40), email: 'ada@people.test', callbackUrl: value }],
    ['signin/email', { email: value }],
    ['signin/email', { email: 'ada@people.test', callbackUrl: value }],
    ['signin/email', { email: 'ada@people.test', csrfToken: value }],
    ['signout', { callbackUrl: value }],
  ])('gets an answer below 500 at %s, and no error in the log: %o', async (path, fields) => {
    const { auth, log } = await mailing()
    const headers = { ...program, origin, 'content-type': 'application/json' }
    const body = JSON.stringify(fields)
    const answer = await auth.handler(
      new Request(`${base}/${path}`, { method: 'POST', headers, body }),
    )
    expect(answer.status).toBeLessThan(500)
    expect(log.errors).toEqual([])
  })
})
