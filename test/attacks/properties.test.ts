import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defineProvider } from '../../src/define-provider.ts'
import { merge } from '../../src/description/merge.ts'
import { safeTarget } from '../../src/http/callback-url.ts'
import { type Cookie, createCookiePolicy, readCookie } from '../../src/http/cookies.ts'
import { attributes, html } from '../../src/pages/html.ts'
import { oneLine } from '../../src/services/log.ts'
import '../examples.ts'
import { origin } from '../setup.ts'

describe('a redirect target', () => {
  /** Text made of the pieces that addresses are made of, and that attacks are made of. */
  const pieces = fc.constantFrom(
    ...['/', '\\', '//', ':', '@', '.', '?', '#', '%2f', '%5c', '\t', '\n', '\r', ' ', '\0', '；'],
    ...[
      'http',
      'https',
      'javascript',
      'data',
      'app.test',
      'evil.test',
      'app',
      'test',
      '..',
      '[',
      ']',
    ],
  )
  const address = fc.oneof(
    fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join('')),
    fc.array(pieces, { maxLength: 12 }).map((parts) => `/${parts.join('')}`),
    fc.array(pieces, { maxLength: 12 }).map((parts) => `${origin}${parts.join('')}`),
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.webUrl(),
    fc.webUrl().map((url) => url.replace('//', '//app.test@')),
  )

  test('stays on the origin, and reads the same the second time', () => {
    fc.assert(
      fc.property(address, (value) => {
        const target = safeTarget(value, origin)
        fc.pre(target !== undefined)
        expect(new URL(target).origin).toBe(origin)
        expect(target.startsWith(`${origin}/`)).toBe(true)
        expect(safeTarget(target, origin)).toBe(target)
        expect(() => new Headers({ location: target })).not.toThrow()
      }),
      { numRuns: 2000 },
    )
  })

  test('with a list of trusted origins, goes nowhere else', () => {
    const trusted = ['https://*.good.test', 'https://one.example']
    const parts = fc.array(
      fc.constantFrom('good', 'test', 'one', 'example', 'evil', '.', '-', '@', ':1', '/', '\\'),
      { maxLength: 4 },
    )
    const almost = fc.constantFrom('.good.test', 'a.good.test', 'b.c-d.good.test', 'one.example')
    const address = fc
      .tuple(parts, almost, fc.oneof(fc.constant([]), parts))
      .map(([before, name, after]) => `https://${before.join('')}${name}${after.join('')}`)
    fc.assert(
      fc.property(address, (value) => {
        const target = safeTarget(value, origin, trusted)
        fc.pre(target !== undefined)
        expect(new URL(target).host).toMatch(/^(app\.test|[\w.-]+\.good\.test|one\.example)$/)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('a cookie', () => {
  const name = fc.stringMatching(/^[\w-]{1,12}$/)
  const sealed = fc.stringMatching(/^[\w.-]{1,60}$/)

  test('is read back among any neighbours', () => {
    const text = fc.string({ maxLength: 20 }).map((value) => value.replace(/[;\r\n]/g, ''))
    /** Somebody else's cookie: any one, one that holds ours in its value, one whose name only ends like ours. */
    const neighbour = (key: string) =>
      fc.oneof(
        fc.tuple(name, text).filter(([theirs]) => theirs !== key),
        fc.tuple(fc.constant(`${key}s`), text).map(([theirs, a]) => [theirs, `${a} ${key}=stolen`]),
        fc.tuple(name, text).map(([before, a]) => [`${before}${key}`, a]),
      )
    const household = name.chain((key) =>
      fc.tuple(fc.constant(key), fc.array(neighbour(key), { minLength: 1, maxLength: 5 })),
    )
    fc.assert(
      fc.property(household, sealed, ([key, others], value) => {
        const neighbours = others.map((pair) => pair.join('='))
        for (let place = 0; place <= neighbours.length; place++) {
          const header = neighbours.toSpliced(place, 0, `${key}=${value}`).join('; ')
          expect(readCookie(header, key)).toBe(value)
        }
        // A name inside somebody's value is not a cookie.
        expect(readCookie(neighbours.join('; '), key)).toBeUndefined()
      }),
    )
  })

  test('of any length survives being cut, and leaves nothing of an earlier one', () => {
    const cookies = createCookiePolicy({ secure: true, prefix: 'portico' })
    const length = fc.integer({ min: 1, max: 20_000 })
    fc.assert(
      fc.property(fc.array(length, { minLength: 1, maxLength: 4 }), (lengths) => {
        const jar = new Map<string, string>()
        const header = () => Array.from(jar, (pair) => pair.join('=')).join('; ')
        const keep = ({ name, value, options }: Cookie) => {
          expect(name.length + value.length).toBeLessThanOrEqual(3900)
          if (options.maxAge === 0) jar.delete(name)
          else jar.set(name, value)
        }
        for (const [turn, size] of lengths.entries()) {
          const value = String(turn).repeat(size)
          cookies.set(header(), 'session', value).forEach(keep)
          expect(cookies.read(header(), 'session')).toBe(value)
        }
        cookies.clear(header(), cookies.name('session')).forEach(keep)
        expect(jar.size).toBe(0)
      }),
      { numRuns: 50 },
    )
  })
})

describe('options over defaults', () => {
  const key = fc.oneof(
    fc.constantFrom('__proto__', 'constructor', 'prototype', 'params', 'a', 'b'),
    fc.constantFrom('authorization', 'token', 'userinfo', 'revocation'),
    fc.string({ maxLength: 5 }),
  )
  const tree = fc.object({ key, maxDepth: 3, withDate: true, withNullPrototype: true })

  test('change neither argument and no prototype', () => {
    fc.assert(
      fc.property(tree, tree, (defaults, changes) => {
        const before = structuredClone([defaults, changes])
        merge(freeze(defaults), freeze(changes))
        expect(structuredClone([defaults, changes])).toEqual(before)
        expect(Object.keys(Object.prototype)).toEqual([])
      }),
    )
  })

  test('win wherever they say something', () => {
    // Random keys seldom meet, so there is one that both sides speak about.
    const contest = fc.record({
      name: key.filter((name) => name !== '__proto__'),
      before: fc.oneof(tree, fc.string(), fc.integer()),
      after: fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)),
    })
    fc.assert(
      fc.property(tree, tree, contest, (some, others, { name: contested, before, after }) => {
        const defaults = { ...some, [contested]: before }
        const changes = { ...others, [contested]: after }
        const merged = merge(defaults, changes)
        for (const name of Object.keys(defaults)) expect(Object.hasOwn(merged, name)).toBe(true)
        for (const [name, value] of Object.entries(changes)) {
          if (value === undefined || name === '__proto__') continue
          expect(Object.hasOwn(merged, name)).toBe(true)
          if (typeof value === 'object' && value !== null) continue
          const result = Reflect.get(merged, name)
          const moved = isMove(name, Reflect.get(defaults, name), value)
          expect(moved ? Reflect.get(Object(result), 'url') : result).toBe(value)
        }
      }),
    )
  })

  /** Another address for an endpoint that was described moves it, and what else was said of it stays. */
  function isMove(name: string, before: unknown, change: unknown): boolean {
    const described = Object.prototype.toString.call(before) === '[object Object]'
    return described && typeof change === 'string' && /^(authorization|revocation)$/.test(name)
  }

  test('a prototype in JSON reaches nobody', () => {
    const made = defineProvider({
      id: 'x',
      name: 'X',
      type: 'oauth',
      authorization: { url: 'https://x.test', params: {} },
      profile: { id: 'id' },
    })
    const hostile = JSON.parse(
      '{"__proto__":{"polluted":1},"authorization":{"__proto__":{"polluted":1}}}',
    )
    const provider = made(hostile)
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
    expect(Reflect.get(provider, 'polluted')).toBeUndefined()
    expect(Reflect.get(Object(provider.authorization), 'polluted')).toBeUndefined()
  })

  function freeze<T>(value: T): T {
    if (typeof value === 'object' && value !== null && !(value instanceof Date)) {
      Object.values(value).forEach(freeze)
      Object.freeze(value)
    }
    return value
  }
})

describe('text becomes', () => {
  const nasty = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc
      .array(
        fc.constantFrom('<', '>', '"', "'", '&', '`', '=', '/', 'script', '-->', '&lt;', '\0'),
        {
          maxLength: 10,
        },
      )
      .map((parts) => parts.join('')),
  )
  const read = (markup: string) =>
    markup.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))

  test('markup that is only text', () => {
    fc.assert(
      fc.property(nasty, (text) => {
        const { markup } = html`<p>${text}</p>`
        const inner = markup.slice(3, -4)
        expect(inner).not.toMatch(/[<>"']/)
        expect(read(inner)).toBe(text)
      }),
    )
  })

  test('an attribute that ends where it should', () => {
    fc.assert(
      fc.property(nasty, (text) => {
        const { markup } = attributes({ title: text })
        expect(markup).toMatch(/^ title="[^"<>']*"$/)
      }),
    )
  })

  test('JSON that looks like markup stays text', () => {
    const disguised = JSON.parse('{"markup":"<script>","html":true}')
    expect(html`${disguised}`.markup).not.toContain('<script>')
  })

  test('one line of a log', () => {
    fc.assert(
      fc.property(
        nasty,
        fc.constantFrom('\n', '\r', '\u001b[31m', '\u2028', '\u0085', '\b'),
        (a, b) => {
          expect(oneLine(a + b + a)).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u)
        },
      ),
    )
  })
})
