import { expect, test } from 'vitest'
import { plain, stage } from './stage.ts'

const tenYears = 315_360_000

test.each<[unknown, number | null]>([
  [2 ** 53 - 1, tenYears],
  [1e300, tenYears],
  ['1e300', tenYears],
  [1.5, 1],
  ['3600', 3600],
  [0, 0],
])('an expires_in of %s is kept as whole seconds that every storage takes', async (sent, kept) => {
  const { browser, world, storage } = await stage({ providers: [plain] })
  world.next({
    endpoint: 'token',
    platform: 'plain',
    answer: async ({ headers, form, url }) => {
      const type = { 'content-type': 'application/x-www-form-urlencoded' }
      const authorization = headers.get('authorization') ?? ''
      const request = new Request(url, {
        method: 'POST',
        headers: { ...type, authorization },
        body: String(form),
      })
      return Response.json({ ...(await (await world.handler(request)).json()), expires_in: sent })
    },
  })
  await browser.signIn('plain', { as: 'ada' })
  const account = await storage.getAccount('p-ada', 'plain')
  const now = Math.floor(world.clock.now() / 1000)
  expect(Number(account?.expires_at) - now).toBe(kept)
})
