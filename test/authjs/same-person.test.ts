import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { catalogue, keys } from '../providers/catalogue.ts'
import { resolved } from '../providers/resolved.ts'
import { exceptions } from './exceptions.ts'
import { modules } from './modules.ts'
import {
  asTheirs,
  called,
  completed,
  type Field,
  fields,
  possibleAnswers,
  sampleFor,
} from './same-person.ts'

const photo = 'data:image/jpeg;base64,/9j/4AAQ'

// Auth.js's modules for Entra ask for the picture themselves.
beforeAll(() => {
  const { fetch } = globalThis
  vi.stubGlobal('fetch', () => fetch(photo))
})

afterAll(() => {
  vi.unstubAllGlobals()
})

/** Our provider for the same platform, with the same options. */
function oursFor(name: string) {
  const { id, options } = sampleFor(name)
  const make = catalogue.get(id)
  if (!make) throw new Error(`There is no provider called ${id}`)
  return resolved(make({ ...options, ...keys }))
}

/** A value of a user, as far as it says something: not the traces of what was missing, such as "Ada undefined". */
function said(user: unknown, field: Field): string | undefined {
  const value = Object(user)[field] ?? ''
  const text = String(value).replace(/\s+/g, ' ').trim().replace('base64, ', 'base64,')
  return text === '' || /undefined|null|NaN/.test(text) ? undefined : text
}

/** The fields that Auth.js knew of somebody and that are different here. Where it knew nothing, ours may. */
async function differences(name: string): Promise<Set<Field>> {
  const { token } = sampleFor(name)
  const [ours, theirs] = [oursFor(name), completed(name)]
  const found = new Set<Field>()
  for (const answer of possibleAnswers(name)) {
    const picture = ours.dialect.photo && { picture: photo }
    const here = await ours.profile({ ...answer, ...picture }, token)
    // A module may not be able to read an answer that lacks something, nor do we sign in whom nothing names.
    const there = await Promise.resolve()
      .then(() => theirs.profile(asTheirs(name, answer), token))
      .catch(() => undefined)
    if (said(here, 'id') === undefined) continue
    for (const field of fields) {
      const before = said(there, field)
      if (before !== undefined && before !== said(here, field)) found.add(field)
    }
  }
  return found
}

describe.each(Object.keys(modules))('%s', (name) => {
  test('Auth.js’s module reads the platform’s answer', async () => {
    const [answer = {}] = possibleAnswers(name)
    const user = await completed(name).profile(asTheirs(name, answer), sampleFor(name).token)
    expect(said(user, 'id')).toBeDefined()
  })

  test('people are known by the same id, name, address and picture', async () => {
    const named = exceptions.flatMap(({ module, field }) => (module === name ? [field] : []))
    expect([...(await differences(name))].sort()).toEqual(named.sort())
  })

  test('the unmodified module asks for what it asks for in Auth.js', () => {
    const asked = completed(name).authorization?.url.searchParams.get('scope')
    const { scope } = resolved(Object(called(name))).authorizationParams
    // Auth.js writes the word where its module was told nothing.
    expect(scope ?? 'undefined').toBe(asked ?? 'openid profile email')
  })
})

test('the guide names every exception, and no other', () => {
  const guide = readFileSync(new URL('../../docs/from-authjs.md', import.meta.url), 'utf8')
  const [, table = ''] = guide.split('| provider | differs | why |\n|---|---|---|\n')
  const rows = table.split('\n\n', 1)[0]?.split('\n')
  expect(rows).toEqual(
    exceptions.map(({ module, field, why }) => `| \`${module}\` | ${field} | ${why} |`),
  )
})

test('Hydra is found under the name of Auth.js’s module', async () => {
  const { default: OryHydra } = await import('../../src/providers/ory-hydra.ts')
  expect(OryHydra).toBe((await import('../../src/providers/hydra.ts')).default)
  expect(OryHydra.id).toBe(completed('ory-hydra').id)
})
