import { afterEach, expect, test, vi } from 'vitest'
import { signIn } from '../../src/authjs/next-auth/sign-in.ts'
import Credentials from '../../src/providers/credentials.ts'
import { origin, setup } from '../setup.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const login = Credentials({
  credentials: { name: { label: 'Name' } },
  authorize: ({ name }) => (name ? { id: `u-${name}` } : null),
})

/** A page of the application, whose server is out of order for forms; says where it went. */
async function pageOf(answer: () => Response) {
  const { auth } = await setup({ providers: [login] })
  const visited: string[] = []
  const href = `${origin}/login`
  vi.stubGlobal('location', { href, origin, assign: (to: string) => visited.push(to), reload() {} })
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) =>
    init.method === 'POST'
      ? answer()
      : auth.handler(new Request(origin + new URL(path, origin).pathname, init)),
  )
  return visited
}

const answers = {
  'of a proxy': () => new Response('Bad gateway', { status: 502 }),
  'with an error and no address': () =>
    Response.json({ error: 'TooManyRequests' }, { status: 429 }),
}

const targets = [
  'javascript:alert(1)',
  ' java\nscript:alert(1)',
  'data:text/html,x',
  'https://evil.test/',
  '//evil.test',
  '/\\evil.test',
  'https://app.test@evil.test/',
  'https://app.test.evil.test/',
]

test.each(
  Object.entries(answers).flatMap(([name, answer]) =>
    targets.map((target) => [target, name, answer] as const),
  ),
)(
  'signIn of the next-auth client stays on its page instead of following %j after an answer %s',
  async (target, _, answer) => {
    for (const callbackUrl of [{ callbackUrl: target }, { redirectTo: target }]) {
      const visited = await pageOf(answer)
      await signIn('credentials', { name: 'ada', ...callbackUrl })
      expect(visited).toEqual([`${origin}/login`])
      const stayed = await signIn('credentials', { name: 'ada', redirect: false, ...callbackUrl })
      expect(stayed?.url).toBe(`${origin}/login`)
    }
  },
)

test('signIn of the next-auth client goes on to a page of the application', async () => {
  const visited = await pageOf(answers['of a proxy'])
  await signIn('credentials', { callbackUrl: '/inside?tab=2' })
  await signIn('credentials', { callbackUrl: `${origin}/inside` })
  expect(visited).toEqual([`${origin}/inside?tab=2`, `${origin}/inside`])
})
