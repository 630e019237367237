import { expect, test } from 'vitest'
import { Auth, type CustomConfig } from '../../src/index.ts'
import { type Method, type MethodPart, type ResolvedProvider, readForm } from '../../src/method.ts'
import { memory } from '../../src/storage/memory.ts'
import { origin, secret, setup } from '../setup.ts'

interface DeskCalls {
  desk: { visits(): Promise<number> }
}

/** A way in that counts its visitors in its own code, made when the part is loaded. */
function Desk(): CustomConfig & { method: MethodPart<ResolvedProvider, unknown, DeskCalls> } {
  const method: MethodPart<ResolvedProvider, unknown, DeskCalls> = {
    name: 'desk',
    configure: (written) => written,
    namespaces: { desk: ['visits'] },
    startsAtCallback: true,
    load: async () => deskCode(),
  }
  return { id: 'desk', name: 'Desk', type: 'desk', method }
}

function deskCode(): Method<ResolvedProvider, unknown, DeskCalls> {
  let visits = 0
  return {
    start: async () => ({ redirect: origin }),
    async finish(context, provider) {
      await readForm(context)
      visits++
      const finding = { provider, providerAccountId: 'ada', user: {}, tokens: {}, kept: {} }
      return { finding, intent: { callbackUrl: `${origin}/` } }
    },
    view: ({ baseUrl }) => ({ name: 'Desk', submit: 'Desk', action: `${baseUrl}/callback/desk` }),
    calls: () => ({ desk: { visits: async () => visits } }),
  }
}

test.each<[string, () => ReturnType<typeof Desk>]>([
  ['an object', Desk],
  ['a function', () => Desk as never],
])('a method of %s signs in and is called as one code', async (_, provider) => {
  const { auth, browser } = await setup({ providers: [provider()], storage: memory() })
  await browser.submit('/api/auth/callback/desk', {})
  expect(await browser.session()).not.toBeNull()
  const { desk } = auth as unknown as DeskCalls
  expect(await desk.visits()).toBe(1)
})

test('two applications with the same part have one code, and two parts have two', async () => {
  const shared = Desk()
  const make = (provider: ReturnType<typeof Desk>) =>
    Auth({ providers: [provider], storage: memory(), secret, url: origin })
  expect(await make(shared).desk.visits()).toBe(0)
  const at = await setup({ providers: [shared], storage: memory() })
  await at.browser.submit('/api/auth/callback/desk', {})
  expect(await make(shared).desk.visits()).toBe(1)
  expect(await make(Desk()).desk.visits()).toBe(0)
})
