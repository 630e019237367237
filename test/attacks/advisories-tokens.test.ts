import { describe, expect, test } from 'vitest'
import { memory } from '../../src/storage/memory.ts'
import type { TestBrowser } from '../../src/testing.ts'
import { origin, setup } from '../setup.ts'
import { base, idp, outside, plain } from './stage.ts'

// CVE-2026-40155: of two who asked at once, one was given what the repeated request of the other had brought.

const people = Array.from({ length: 12 }, (_, index) => ({
  id: `person-${index}`,
  name: `Person ${index}`,
  email: `person-${index}@people.test`,
  email_verified: true,
}))

/** Whose answers come in another order than the questions, and not at the first try. */
async function crowd(config: Parameters<typeof setup>[0]) {
  const world = await outside(people)
  let asked = 0
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const turn = asked++
    await new Promise((resolve) => setTimeout(resolve, (turn * 7) % 23))
    const isRefresh = String(init?.body).includes('grant_type=refresh_token')
    if (isRefresh && turn % 3 === 0) return new Response('busy', { status: 503 })
    return world.fetch(input, init)
  }
  // Every access token gets old, every refresh token is replaced.
  const made = await setup(
    { providers: [plain, idp], ...config, runtime: { fetch, ...config.runtime } },
    world,
  )
  const browsers = await Promise.all(
    people.map(async ({ id }) => {
      const browser = made.open()
      await browser.signIn('plain', { as: id })
      return browser
    }),
  )
  const ownerOf = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await world.fetch('https://plain.test/userinfo', { headers })
    return (await answer.json()).name
  }
  return { ...made, browsers, ownerOf, world }
}

function requestOf(browser: TestBrowser): Request {
  const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
  return new Request(origin, { headers: { cookie } })
}

const kinds = {
  'in a storage': () => ({ storage: memory() }),
  'in a storage without leases': () => {
    const { lease: _, releaseLease: __, claim: ___, ...simple } = memory()
    return { storage: simple }
  },
  'in cookies': () => ({}),
}

describe.each(Object.entries(kinds))('with tokens %s', (_, config) => {
  test('everybody gets their own, however many ask and whatever has to be asked again', async () => {
    const { auth, browsers, ownerOf, world } = await crowd(config())
    world.clock.advance('2d')
    const requests = browsers.map(requestOf)
    const ask = async (request: Request): Promise<string> => {
      for (let attempt = 0; attempt < 12; attempt++) {
        const response = new Headers()
        const token = await auth.accessToken(request, 'plain', { response }).catch(() => undefined)
        if (token) return token
      }
      return ''
    }
    const tokens = await Promise.all(
      requests.flatMap((request) => [request, request, request]).map(ask),
    )
    const names = await Promise.all(tokens.map(ownerOf))
    expect(names).toEqual(people.flatMap(({ name }) => [name, name, name]))
  })

  test('everybody reads their own session, however many ask', async () => {
    const { auth, browsers } = await crowd(config())
    const requests = browsers.map(requestOf)
    const rounds = Array.from({ length: 5 }, () => requests).flat()
    const read = await Promise.all(
      rounds.map(async (request, turn) => {
        if (turn % 2 === 0) return (await auth.session(request))?.user.name
        const { headers } = request
        return (await (await auth.handler(new Request(`${base}/session`, { headers }))).json()).user
          .name
      }),
    )
    expect(read).toEqual(Array.from({ length: 5 }, () => people.map(({ name }) => name)).flat())
  })
})
