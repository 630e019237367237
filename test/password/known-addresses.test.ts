import crypto from 'node:crypto'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { program } from '../attacks/stage.ts'
import { lightHashes } from './light-hashes.ts'

// As a new process has it: other files share these modules, and hashes that they met would cost their work here too.
vi.resetModules()
const { ada, flowOf, goodPassword, otherPassword, passwordHouse, post, signedUp, signIn } =
  await import('./house.ts')

lightHashes()
afterEach(() => vi.restoreAllMocks())

/** What an act looks like from outside, and the work that was done for it until the answer came. */
interface Seen {
  status: number
  body: string
  headers: string
  cookies: string
  hashes: number
  storage: string
}

/** What is different in every answer, however it came about: times and random values. */
const chance = /[\w-]{16,}|\d{10}/g

async function bodyOf(response: Response): Promise<string> {
  return (await response.text()).replace(chance, '*')
}

function headersOf({ headers }: Response): string {
  const lines = [...headers].filter(([name]) => name !== 'set-cookie' && name !== 'date')
  return JSON.stringify(lines).replace(chance, '*')
}

/** Names, attributes and lengths of cookies; what is in them is sealed. */
function cookiesOf({ headers }: Response): string {
  const shapes = headers.getSetCookie().map((line) => {
    const [pair = '', ...attributes] = line.split(';')
    const [name = '', value = ''] = pair.split('=')
    return [name.replace(chance, '*'), value.length, attributes.join(';')].join(' ')
  })
  return shapes.join('\n')
}

/** An application, and a way to look at what it does for an answer. */
async function watched() {
  const calls: string[] = []
  const at = await passwordHouse({}, { limits: false })
  await signedUp(at, at.open())
  const argon2 = vi.spyOn(crypto, 'argon2')
  const scrypt = vi.spyOn(crypto, 'scrypt')
  for (const name of [
    'getUserByEmail',
    'getItem',
    'getItemAndUser',
    'putItem',
    'takeItem',
  ] as const) {
    const operation = at.storage[name] as (...values: unknown[]) => unknown
    const counted = (...values: unknown[]) => {
      calls.push(name)
      return operation.apply(at.storage, values)
    }
    Object.assign(at.storage, { [name]: counted })
  }
  async function look(form: Record<string, string>): Promise<Seen> {
    await at.settled()
    const before = argon2.mock.calls.length + scrypt.mock.calls.length
    calls.length = 0
    const response = await post(at.open(), form, program)
    const storage = calls.join()
    const hashes = argon2.mock.calls.length + scrypt.mock.calls.length - before
    return {
      status: response.status,
      headers: headersOf(response),
      cookies: cookiesOf(response),
      body: await bodyOf(response),
      hashes,
      storage,
    }
  }
  return { ...at, look }
}

// Of the same length as the known one, because sealed cookies have the length of what is in them.
const unknown = 'eve@people.test'

const acts = {
  'a sign-up': { action: 'signUp', password: otherPassword },
  'a forgotten password': { action: 'forgot' },
  'a sign-in with a wrong password': { password: otherPassword },
}

describe.each(Object.entries(acts))('%s', (_name, form) => {
  test('looks the same from outside for a known and an unknown address, and takes the same work', async () => {
    const { look } = await watched()
    const [known, other] = [
      await look({ ...form, email: ada }),
      await look({ ...form, email: unknown }),
    ]
    expect({ ...other, body: other.body.replaceAll(unknown, ada) }).toEqual(known)
    expect(known.hashes).toBe('password' in form ? 1 : 0)
  })
})

test('nothing tells known and unknown addresses apart in 400 tries', async () => {
  const { look } = await watched()
  const seen = { known: new Map<string, number>(), unknown: new Map<string, number>() }
  const forms = Object.values(acts)
  for (let tried = 0; tried < 400; tried++) {
    const who = tried % 2 === 0 ? 'known' : 'unknown'
    const form = {
      ...forms[Math.floor(tried / 2) % forms.length],
      email: who === 'known' ? ada : unknown,
    }
    const key = JSON.stringify([form, await look(form)]).replaceAll(unknown, ada)
    seen[who].set(key, (seen[who].get(key) ?? 0) + 1)
  }
  expect(seen.known.size).toBe(forms.length)
  expect([...seen.unknown].sort()).toEqual([...seen.known].sort())
}, 300_000)

test('the mails are as many for known addresses as for unknown ones, and are sent after the answer', async () => {
  const at = await passwordHouse()
  await signedUp(at, at.open())
  at.mails.length = 0
  for (const email of [ada, unknown]) {
    for (const form of [acts['a sign-up'], acts['a forgotten password']]) {
      const before = at.mails.length
      flowOf(await post(at.open(), { ...form, email }))
      expect(at.mails).toHaveLength(before)
      await at.settled()
      expect(at.mails).toHaveLength(before + 1)
    }
  }
  expect(at.mails.map(({ purpose }) => purpose)).toEqual([
    ...['signUpKnown', 'resetPassword', 'confirmAddress', 'resetUnknown'],
  ])
})

test('a mail that cannot be sent changes no answer, and the log says so', async () => {
  const at = await passwordHouse({ send: () => Promise.reject(new Error('The server is down')) })
  flowOf(await post(at.browser, { action: 'signUp', email: ada, password: goodPassword }))
  await at.settled()
  expect(at.log.errors).toMatchObject([{ code: 'MailFailed' }])
  expect(JSON.stringify(at.log.errors)).not.toContain(goodPassword)
})

test('people without a password are refused as strangers are', async () => {
  const at = await watched()
  await at.storage.createUser({ id: 'tik', email: 'tik@people.test', emailVerified: new Date() })
  const [person, stranger] = [
    await at.look({ email: 'tik@people.test', password: goodPassword }),
    await at.look({ email: unknown, password: goodPassword }),
  ]
  expect({ ...person, body: '' }).toEqual({ ...stranger, body: '' })
  expect(await signIn(at.browser, goodPassword, 'tik@people.test')).toMatchObject({ status: 303 })
  expect(await at.browser.session()).toBeNull()
})
