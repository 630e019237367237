import type { Chance } from './chance.ts'
import { form, type Sent, script } from './requests.ts'
import { fields, headers, methods, names, providers, shapes, texts } from './words.ts'

/** A request to anything, with anything. */
export function anything(chance: Chance): Sent {
  const path = anyPath(chance)
  const sent = chance.pick([form, script])('', {})
  const method = chance.percent(40) ? 'POST' : chance.pick(methods)
  const query = chance.percent(50) ? `?${anyForm(chance)}` : ''
  const body = anyBody(chance, sent)
  return changeHeaders(chance, { ...sent, method, url: path + query, body })
}

function anyPath(chance: Chance): string {
  const base = chance.percent(96)
    ? '/api/auth'
    : chance.pick(['', '/api', '//api/auth', '/api/auth/', '/API/auth', '/api/authx'])
  const name = `/${chance.pick(names)}`
  const provider = chance.percent(60) ? `/${chance.pick(providers)}` : ''
  const rest = chance.percent(5) ? chance.pick(['/', '//', '/more', '/%2f', '/..', ';x', '#x']) : ''
  return base + name + provider + rest
}

function anyForm(chance: Chance): string {
  const pairs = Array.from({ length: chance.int(5) }, () => {
    const value = chance.pick(texts)
    const name = chance.pick(fields)
    return chance.percent(90) ? new URLSearchParams([[name, value]]).toString() : `${name}=${value}`
  })
  return pairs.join('&')
}

function anyBody(chance: Chance, sent: Sent): string {
  if (chance.percent(3)) return 'x='.padEnd(chance.pick([65_535, 65_536, 65_537, 90_000]), 'x')
  if (chance.percent(3)) return '[{"a":'.repeat(chance.pick([10, 5000]))
  if (chance.percent(5)) return JSON.stringify(chance.pick(shapes))
  const isJson = sent.headers.some(([, value]) => value === 'application/json')
  return isJson ? JSON.stringify(anyObject(chance)) : anyForm(chance)
}

function anyObject(chance: Chance): object {
  const count = chance.int(6)
  return Object.fromEntries(
    Array.from({ length: count }, () => [chance.pick(fields), anyValue(chance)]),
  )
}

function anyValue(chance: Chance): unknown {
  return chance.percent(50) ? chance.pick(texts) : chance.pick(shapes)
}

function changeHeaders(chance: Chance, sent: Sent): Sent {
  const more = Array.from({ length: chance.int(3) }, (): [string, string] => {
    const [name, values] = chance.pick(headers)
    return [name, chance.pick(values)]
  })
  const replaced = new Set(chance.percent(80) ? more.map(([name]) => name) : [])
  return { ...sent, headers: [...sent.headers.filter(([name]) => !replaced.has(name)), ...more] }
}

/** Changes a step of a real sign-in a little. */
export function garble(chance: Chance, sent: Sent): Sent {
  const change = chance.pick([
    changeQuery,
    changeQuery,
    changeBody,
    changeBody,
    changeBody,
    changeHeaders,
    changePath,
    (_: Chance, same: Sent): Sent => ({ ...same, method: chance.pick(methods) }),
  ])
  return change(chance, sent)
}

function changePath(chance: Chance, sent: Sent): Sent {
  const [path = '', query] = sent.url.split('?')
  const last = path.slice(path.lastIndexOf('/') + 1)
  const other = path.slice(0, -last.length) + chance.pick(providers)
  return { ...sent, url: query === undefined ? other : `${other}?${query}` }
}

function changeQuery(chance: Chance, sent: Sent): Sent {
  const [path, query = ''] = sent.url.split('?')
  return { ...sent, url: `${path}?${changePairs(chance, query)}` }
}

/** Parameters that are changed, dropped, repeated or added. */
function changePairs(chance: Chance, text: string): string {
  const pairs = [...new URLSearchParams(text)]
  const at = chance.int(pairs.length)
  const [name, value] = pairs[at] ?? ['code', 'x']
  const changed = chance.pick<[string, string][]>([
    [],
    [[name, chance.pick(texts)]],
    [[name, flip(chance, value)]],
    [[name, value.slice(0, chance.int(value.length + 1))]],
    [
      [name, value],
      [name, value],
    ],
    [
      [name, value],
      [name, chance.pick(texts)],
    ],
    [
      [name, value],
      [chance.pick(fields), chance.pick(texts)],
    ],
  ])
  return new URLSearchParams(pairs.toSpliced(at, 1, ...changed)).toString()
}

function changeBody(chance: Chance, sent: Sent): Sent {
  const { body = '' } = sent
  if (chance.percent(3)) return { ...sent, body: body + 'x'.repeat(70_000) }
  if (chance.percent(3)) return { ...sent, body: body.slice(0, chance.int(body.length + 1)) }
  if (body.startsWith('{')) {
    return { ...sent, body: JSON.stringify(changeValue(chance, JSON.parse(body))) }
  }
  if (chance.percent(60)) return { ...sent, body: changePairs(chance, body) }
  // The same form as JSON, one field of which has another shape.
  const value = changeValue(chance, Object.fromEntries(new URLSearchParams(body)))
  const headers = sent.headers.filter(([name]) => name !== 'content-type')
  const typed: Sent['headers'] = [...headers, ['content-type', 'application/json']]
  return { ...sent, headers: typed, body: JSON.stringify(value) }
}

/** Something inside a value becomes something else. */
function changeValue(chance: Chance, value: unknown): unknown {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
  if (entries.length === 0) {
    return typeof value === 'string' && chance.percent(50) ? flip(chance, value) : anyValue(chance)
  }
  const [name, inner] = chance.pick(entries)
  const rest = entries.filter(([other]) => other !== name)
  if (chance.percent(10)) return Object.fromEntries(rest)
  const changed = chance.percent(15) ? anyValue(chance) : changeValue(chance, inner)
  return Object.fromEntries([...rest, [name, changed]])
}

/** One character becomes another one. */
function flip(chance: Chance, text: string): string {
  const at = chance.int(text.length)
  return text.slice(0, at) + chance.pick(['A', '.', '-', '0', '\0', ' ']) + text.slice(at + 1)
}

/** A browser's cookies as a Cookie header, now and then spoilt. */
export function cookieHeader(
  chance: Chance,
  jar: ReadonlyMap<string, string>,
  spoilt: boolean,
): string {
  const pairs = [...jar].map((pair) => pair.join('='))
  if (!spoilt) return pairs.join('; ')
  const [name, value] = chance.pick([...jar, ['__Host-portico.session', 'x'] as const])
  const count = chance.pick([2, 20, 300])
  return chance.pick<() => string>([
    () => pairs.filter((pair) => !pair.startsWith(`${name}=`)).join('; '),
    () => [...pairs, `${name}=${flip(chance, value)}`].join('; '),
    () => pairs.map((pair) => pair.replace(value, () => flip(chance, value))).join('; '),
    () => pairs.map((pair) => pair.replace(value, () => value.slice(0, -1))).join(';'),
    () => [...pairs, ...pairs].join('; '),
    () => Array.from({ length: count }, () => `${name}=${value.slice(0, 60)}`).join('; '),
    () => many(count, (index) => `__Host-portico.flow.${index}=${value.slice(0, 40)}`, pairs),
    () => many(count, (index) => `__Host-portico.session.${index}=x`, pairs),
    () => many(count, (index) => `${name}.${index}=${value.slice(0, 40)}`, pairs),
    () => many(1, () => `__Host-portico.flow.${chance.pick(oddNames)}=x`, pairs),
    () => many(1, () => `__Host-portico.ceremony.${chance.pick(oddNames)}=x`, pairs),
    () => ['=', ';;', '; =x', `${name}`, '"', `${name}="${value}"`].join('; '),
    () => 'x'.repeat(chance.pick([9000, 60_000])),
  ])()
}

const oddNames = [
  'a b',
  'a,b',
  '"',
  'é',
  '__proto__',
  'a\tb',
  'x'.repeat(3000),
  '',
  '.',
  '0.0',
  '(',
]

function many(count: number, make: (index: number) => string, pairs: readonly string[]): string {
  return [...pairs, ...Array.from({ length: count }, (_, index) => make(index))].join('; ')
}
