import type { AuthConfig, AuthInstance } from '../../src/index.ts'
import { AccessTokens } from '../../src/parts/access-tokens.ts'
import { type OperatorCalls, Operators } from '../../src/parts/operators.ts'
import GitHub from '../../src/providers/github.ts'
import { memory } from '../../src/storage/memory.ts'
import { type TestAuth, type TestBrowser, testAuth } from '../../src/testing.ts'
import type { AccessTokenCalls } from '../../src/types/access-tokens.ts'
import type { OperatorOptions } from '../../src/types/operators.ts'
import type { Storage } from '../../src/types/storage.ts'

/** An application with operators. */
export interface House extends Omit<TestAuth, 'auth'> {
  auth: AuthInstance & OperatorCalls & AccessTokenCalls
  storage: Required<Storage>
  /** Ada, who is signed in with the browser. */
  ada: string
  /** Signs another person in. */
  enter(as: string): Promise<TestBrowser>
  /** The id of whoever is signed in. */
  idOf(browser: TestBrowser): Promise<string>
}

/** Ada is signed in, in an application that has operators. */
export async function house(
  config: Partial<AuthConfig> = {},
  options: OperatorOptions = {},
): Promise<House> {
  const storage = memory()
  const { parts = [], ...rest } = config
  const all = {
    providers: [GitHub],
    storage,
    parts: [Operators(options), AccessTokens({ scopes: ['read'] }), ...[parts].flat()],
    ...rest,
  }
  const at = await testAuth(all, { app: (auth) => deskOf(auth as unknown as House['auth']) })
  const auth = at.auth as unknown as House['auth']
  const idOf = async (browser: TestBrowser) => (await browser.session())?.user.id ?? ''
  const enter = async (as: string) => {
    const browser = at.newBrowser()
    await browser.signIn('github', { as })
    return browser
  }
  await at.browser.signIn('github', { as: 'ada' })
  return { ...at, auth, storage, ada: await idOf(at.browser), enter, idOf }
}

/** The application: its routes, and a page where operators ask to act as somebody. */
function deskOf(auth: House['auth']): (request: Request) => Promise<Response> {
  return async (request) => {
    const { pathname } = new URL(request.url)
    if (pathname !== '/help') return auth.handler(request)
    const { id = '', reason = '' } = Object.fromEntries(
      new URLSearchParams(await request.clone().text()),
    )
    try {
      const { headers } = await auth.users.impersonate(request, id, { reason })
      return new Response(null, { headers })
    } catch (error) {
      return Response.json({ error: (error as { code: string }).code }, { status: 403 })
    }
  }
}

/** An application whose operator is Noor, who is signed in as well. */
export interface HouseWithNoor extends House {
  noor: TestBrowser
  noorId: string
  /** The page where operators ask to act as somebody. */
  help(browser: TestBrowser, id: string, reason?: string): Promise<Response>
}

/** Ada and Noor are signed in, and Noor may act as anybody. */
export async function withNoor(config: Partial<AuthConfig> = {}): Promise<HouseWithNoor> {
  let noorId = ''
  const at = await house(config, { mayImpersonate: ({ id }) => id === noorId })
  const noor = await at.enter('noor')
  noorId = await at.idOf(noor)
  const help: HouseWithNoor['help'] = (browser, id, reason = 'ticket 4711') =>
    browser.submit('/help', { id, reason })
  return { ...at, noor, noorId, help }
}
