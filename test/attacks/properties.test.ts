import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defineProvider, merge } from '../../src/define-provider.ts'
import { createCookies, readCookie } from '../../src/http/cookies.ts'
import { safeTarget } from '../../src/http/redirect.ts'
import { attributes, html } from '../../src/pages/html.ts'
import { oneLine } from '../../src/services/log.ts'
import { origin } from '../setup.ts'

// The same examples every time; another number tries others.
fc.configureGlobal({ seed: 1 })

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
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.webUrl(),
    fc.webUrl().map((url) => url.replace('//', '//app.test@')),
  )

  test('never leaves the origin, and reads the same the second time', () => {
    fc.assert(
      fc.property(address, (value) => {
        const target = safeTarget(value, origin)
        if (target === undefined) return
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
    const host = fc
      .array(
        fc.constantFrom('good', 'test', 'one', 'example', 'evil', '.', '-', '@', ':1', '/', '\\'),
        {
          maxLength: 7,
        },
      )
      .map((parts) => `https://${parts.join('')}`)
    fc.assert(
      fc.property(host, (value) => {
        const target = safeTarget(value, origin, trusted)
        if (target === undefined) return
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
    const other = fc.string({ maxLength: 20 }).map((text) => text.replace(/[;\r\n]/g, ''))
    fc.assert(
      fc.property(
        name,
        sealed,
        fc.array(fc.tuple(name, other), { maxLength: 5 }),
        (key, value, rest) => {
          const neighbours = rest.filter(([theirs]) => theirs !== key).map((pair) => pair.join('='))
          for (let place = 0; place <= neighbours.length; place++) {
            const header = neighbours.toSpliced(place, 0, `${key}=${value}`).join('; ')
            expect(readCookie(header, key)).toBe(value)
          }
          // A name inside somebody's value is not a cookie.
          expect(readCookie(neighbours.join('; '), key)).toBeUndefined()
        },
      ),
    )
  })

  test('of any length survives being cut, and leaves nothing of an earlier one', () => {
    const cookies = createCookies({ secure: true, prefix: 'portico' })
    const key = cookies.name('session')
    const length = fc.integer({ min: 1, max: 20_000 })
    fc.assert(
      fc.property(fc.array(length, { minLength: 1, maxLength: 4 }), (lengths) => {
        const jar = new Map<string, string>()
        const header = () => Array.from(jar, (pair) => pair.join('=')).join('; ')
        for (const [turn, size] of lengths.entries()) {
          const value = String(turn).repeat(size)
          for (const line of cookies.set(key, value, header())) {
            expect(line.length).toBeLessThanOrEqual(4096)
            const [pair = '', ...options] = line.split('; ')
            const [written = '', content = ''] = pair.split('=')
            if (options.includes('Max-Age=0')) jar.delete(written)
            else jar.set(written, content)
          }
          expect(cookies.read(header(), key)).toBe(value)
        }
        for (const line of cookies.clear(key, header())) jar.delete(line.split('=')[0] ?? '')
        expect(jar.size).toBe(0)
      }),
      { numRuns: 50 },
    )
  })
})

describe('options over defaults', () => {
  const key = fc.oneof(
    fc.constantFrom('__proto__', 'constructor', 'prototype', 'authorization', 'params', 'a', 'b'),
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
    fc.assert(
      fc.property(tree, tree, (defaults, changes) => {
        const merged = merge(defaults, changes)
        for (const [name, value] of Object.entries(changes)) {
          if (typeof value === 'object' || value === undefined || name === '__proto__') continue
          expect(Reflect.get(merged, name)).toBe(value)
        }
        for (const name of Object.keys(defaults)) expect(Object.hasOwn(merged, name)).toBe(true)
        for (const name of Object.keys(changes)) {
          const said = Reflect.get(changes, name) !== undefined && name !== '__proto__'
          if (said) expect(Object.hasOwn(merged, name)).toBe(true)
        }
      }),
    )
  })

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
