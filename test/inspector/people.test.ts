import { expect, test } from 'vitest'
import { Auth, type AuthInstance } from '../../src/index.ts'
import { type OperatorCalls, Operators } from '../../src/parts/operators.ts'
import Credentials from '../../src/providers/credentials.ts'
import Guest from '../../src/providers/guest.ts'
import { memory } from '../../src/storage/memory.ts'
import { createBrowser } from '../../src/testing.ts'
import { secret } from '../setup.ts'
import { toldAddress } from './key.ts'

const origin = 'http://localhost:3000'

/** An application with guests and operators while it is developed, and a browser that sees its inspector. */
async function developed() {
  const said: string[] = []
  const config = {
    providers: [
      Guest,
      Credentials({
        credentials: { name: {} },
        authorize: ({ name }) => ({ id: String(name), name: String(name) }),
      }),
    ],
    parts: [Operators({ mayImpersonate: ({ id }) => id === 'noor' })],
    secret,
    storage: memory(),
    session: { strategy: 'database' as const },
    debug: true,
    logger: {
      error: (error: Error) => void said.push(String(error), JSON.stringify(error)),
      warn: (line: string) => void said.push(line),
      debug: (line: string) => void said.push(line),
    },
    runtime: { env: { NODE_ENV: 'development' } },
  }
  const auth = Auth(config) as unknown as AuthInstance & OperatorCalls
  const open = () => createBrowser({ origin, app: auth.handler })
  const developer = open()
  await developer.session()
  await developer.visit(toldAddress(said))
  /** Everything that the inspector shows, and the log says. */
  const shown = async () => {
    const list = await (await developer.visit('/api/auth/inspect')).text()
    const paths = [...list.matchAll(/href="(\/api\/auth\/inspect\/[\w-]{16})"/g)]
    const pages = [list, ...said]
    for (const [, path = ''] of paths) pages.push(await (await developer.visit(path)).text())
    return pages.join('\n')
  }
  const comeIn = (browser: ReturnType<typeof open>, name: string) =>
    browser.submit('/api/auth/callback/credentials', { name })
  return { auth, open, shown, comeIn, storage: config.storage }
}

test('the inspector shows who began as a guest, and what became of them', async () => {
  const { open, shown, comeIn, storage } = await developed()
  await storage.createUser({ id: 'ada', name: 'ada', email: null, emailVerified: null })
  const browser = open()
  await browser.signIn('guest')
  const guest = (await browser.session())?.user
  expect(guest?.guest).toBe(true)
  expect(await shown()).toContain('Creates a user')
  await comeIn(browser, 'ada')
  expect((await browser.session())?.user.id).toBe('ada')
  const page = await shown()
  expect(page).toContain('The guest gives way to the user')
  expect(page).toContain(guest?.id)
})

test('the inspector says why somebody who is blocked was refused', async () => {
  const { auth, open, shown, comeIn, storage } = await developed()
  await storage.createUser({ id: 'ada', name: 'ada', email: null, emailVerified: null })
  await auth.users.block('ada', { reason: 'two witnesses' })
  const browser = open()
  await comeIn(browser, 'ada')
  expect(await browser.session()).toBeNull()
  const page = await shown()
  expect(page).toContain('The user is blocked')
  expect(page).toContain('auth.users.unblock(id)')
  expect(page).not.toContain('witnesses')
})

test('the inspector and the debug log never show the key of an impersonation', async () => {
  const { auth, open, shown, comeIn, storage } = await developed()
  for (const id of ['ada', 'noor'])
    await storage.createUser({ id, name: id, email: null, emailVerified: null })
  const browser = open()
  await comeIn(browser, 'noor')
  const begun = await auth.users.impersonate(browser, 'ada', { reason: 'help' })
  browser.take(begun)
  const key = begun.cookies[0]?.value ?? ''
  expect(key.length).toBeGreaterThan(30)
  expect((await browser.session())?.actor?.id).toBe('noor')
  await browser.visit('/api/auth/signin')
  await browser.visit('/api/auth/nothing')
  await browser.submit('/api/auth/signin/credentials')
  await comeIn(browser, 'ada')
  await browser.submit('/api/auth/impersonation')
  const page = await shown()
  expect(page).toContain('noor')
  expect(page).not.toContain(key)
})
