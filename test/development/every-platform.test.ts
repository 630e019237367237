import { describe, expect, test } from 'vitest'
import { practiceIds } from '../../src/emulator/platforms/registered-application.ts'
import { memory } from '../../src/storage/memory.ts'
import { catalogue } from '../providers/catalogue.ts'
import { develop } from './application.ts'

/** Any server that an application has: there is no such platform to play. */
const ownServers = ['generic-oauth', 'generic-oidc']

/** Platforms that post their answer, which browsers send with cookies only where everything is https. */
const postsAnswer = new Set(['apple'])

/** A profile that stands in a signed token is the documented one, whoever signs in. */
const documentedNames = new Map([['eveonline', 'Söme Bloke']])

const platforms = [...catalogue].filter(([id]) => !ownServers.includes(id))

test('the emulator plays every platform of the catalogue', async () => {
  expect([...(await practiceIds())].sort()).toEqual(platforms.map(([id]) => id).sort())
})

describe.each(platforms)('%s', (id, make) => {
  const origin = `${postsAnswer.has(id) ? 'https' : 'http'}://localhost:3000`

  test('signs Ada in without a key', async () => {
    const { browser, said } = develop({ providers: [make], storage: memory() }, origin)
    const back = await browser.signIn(id, { as: 'ada' })
    expect(said).toEqual([expect.stringContaining(`npx porticojs providers ${id}`)])
    expect(back.headers.get('location')).toBe(`${origin}/`)
    const { name, email } = (await browser.session())?.user ?? {}
    expect(name ?? email).toMatch(documentedNames.get(id) ?? /^ada( lovelace|@people\.test)?$/i)
  })
})
