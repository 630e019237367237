import { createHash } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { makeServices } from '../../src/app/services.ts'
import { emulator, pwnedPasswords } from '../../src/emulator/index.ts'
import { breachListId, isBreached } from '../../src/password/breached.ts'

/** An application, as far as the list is asked, with this way to it. */
function app(fetch: typeof globalThis.fetch, now: () => number = () => 0) {
  const said: string[] = []
  const written = {
    providers: [],
    logger: { warn: (line: string) => void said.push(line) },
    runtime: { fetch, now },
  }
  const config = { parts: [], emulator: undefined } as never
  const services = makeServices(written, { config, secrets: ['x'], warnings: [] }, {} as never)
  return { config, services, said }
}

/** A list that answers every question with these rows. */
function listOf(rows: string, init?: ResponseInit) {
  const asked: { url: string; headers: Headers }[] = []
  const fetch: typeof globalThis.fetch = async (input, options) => {
    const { url, headers } = new Request(input, options)
    asked.push({ url, headers })
    return new Response(rows, init)
  }
  return { fetch, asked }
}

function hashOf(password: string): string {
  return createHash('sha1').update(password.normalize('NFC')).digest('hex').toUpperCase()
}

describe('a new password', () => {
  test('is known if the practice list knows it, in whatever way a keyboard composes it', async () => {
    const { fetch } = await emulator({ platforms: [pwnedPasswords()] })
    const one = app(fetch)
    for (const password of ['password123', 'passwordpassword', 'contrasen\u0303a123456'])
      expect(await isBreached(one, password)).toBe(true)
    for (const password of ['velvet anchor drifts north', 'Password123!?x', 'PASSWORDPASSWORD'])
      expect(await isBreached(one, password)).toBe(false)
    expect(one.said).toEqual([])
  })

  test('leaves this server as five digits of its hash, with padding asked for', async () => {
    const hash = hashOf('password123')
    const { fetch, asked } = listOf(`${hash.slice(5)}:7`)
    expect(await isBreached(app(fetch), 'password123')).toBe(true)
    expect(asked.map(({ url }) => url)).toEqual([
      `https://api.pwnedpasswords.com/range/${hash.slice(0, 5)}`,
    ])
    const headers = Object.fromEntries(asked[0]?.headers ?? [])
    expect(headers).toEqual({ 'add-padding': 'true', 'user-agent': 'porticojs' })
  })

  test('passes if the list has only a row of padding for it', async () => {
    const { fetch } = listOf(`${hashOf('password123').slice(5)}:0`)
    expect(await isBreached(app(fetch), 'password123')).toBe(false)
  })
})

describe('a list that gives no answer lets the password pass, and the log says so once', () => {
  const broken: [string, typeof globalThis.fetch, string][] = [
    ['refused', () => Promise.reject(new TypeError('fetch failed')), 'could not be reached'],
    ['503', listOf('Service unavailable', { status: 503 }).fetch, 'it answered 503'],
    ['a page of a hotel', listOf('<html>Welcome</html>').fetch, 'no range'],
    ['nothing', listOf('').fetch, 'no range'],
    ['a redirect', listOf('', { status: 302, headers: { location: '/' } }).fetch, 'a redirect'],
    ['too much', listOf(`${'0'.repeat(35)}:1\r\n`.repeat(40_000)).fetch, 'sent more than'],
  ]

  test.each(broken)('%s', async (_, fetch, reason) => {
    const one = app(fetch)
    for (let each = 0; each < 3; each++) expect(await isBreached(one, 'password123')).toBe(false)
    expect(one.said).toEqual([expect.stringContaining(reason)])
    expect(one.said[0]).toContain('breached: false')
    expect(one.said[0]).not.toContain(hashOf('password123').slice(0, 5))
  })

  test('gives up after a second', async () => {
    const patience = vi.spyOn(AbortSignal, 'timeout')
    const waiting: typeof globalThis.fetch = (_, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
      })
    const one = app(waiting)
    expect(await isBreached(one, 'password123')).toBe(false)
    expect(patience.mock.calls).toEqual([[1000]])
    expect(one.said).toHaveLength(1)
    patience.mockRestore()
  })

  test('says so again on the next day', async () => {
    let time = 0
    const one = app(
      () => Promise.reject(new TypeError('fetch failed')),
      () => time,
    )
    await isBreached(one, 'password123')
    time += 86_400_000
    await isBreached(one, 'password123')
    await isBreached(one, 'password123')
    expect(one.said).toHaveLength(2)
  })
})

test('the name of the list is that of the emulated platform', () => {
  expect(pwnedPasswords().id).toBe(breachListId)
})
