import type { AuthConfig, AuthInstance, PasskeyCalls } from '../../../src/index.ts'
import { AccessTokens } from '../../../src/parts/access-tokens.ts'
import GitHub from '../../../src/providers/github.ts'
import Passkey from '../../../src/providers/passkey.ts'
import { memory } from '../../../src/storage/memory.ts'
import { type TestAuth, type TestBrowser, testAuth } from '../../../src/testing.ts'
import type { AccessTokenCalls, AccessTokenOptions } from '../../../src/types/access-tokens.ts'
import type { Storage } from '../../../src/types/storage.ts'

/** The scopes of these stories. */
export type Scope = 'read' | 'write'

/** An application whose people may make access tokens. */
export interface House extends Omit<TestAuth, 'auth'> {
  auth: AuthInstance & AccessTokenCalls<Scope> & PasskeyCalls
  storage: Required<Storage>
  /** Ada, who is signed in. */
  userId: string
  /** Makes a token of Ada's. */
  make(scopes?: readonly Scope[], expires?: Date): Promise<string>
  /** Signs another person in. */
  enter(as: string): Promise<TestBrowser>
}

/** Ada is signed in, and may make tokens that read or write. */
export async function house(
  config: Partial<AuthConfig> = {},
  options: Partial<AccessTokenOptions<Scope>> = {},
): Promise<House> {
  const storage = memory()
  const { parts = [], ...rest } = config
  const at = await testAuth({
    providers: [GitHub, Passkey],
    storage,
    parts: [AccessTokens({ scopes: ['read', 'write'], ...options }), ...parts],
    ...rest,
  })
  const auth = at.auth as unknown as House['auth']
  const enter = async (as: string) => {
    const browser = at.newBrowser()
    await browser.signIn('github', { as })
    return browser
  }
  await at.browser.signIn('github', { as: 'ada' })
  const userId = (await at.browser.session())?.user.id ?? ''
  const make = async (scopes: readonly Scope[] = ['read'], expires?: Date) => {
    const wish = { name: 'CI', scopes, ...(expires && { expires }) }
    return (await auth.tokens.create({ userId }, wish)).token
  }
  return { ...at, auth, storage, userId, make, enter }
}

/** A request of a program to the application, with an Authorization header. */
export function program(authorization: string, headers: Record<string, string> = {}): Request {
  return new Request('https://app.test/api/posts', { headers: { ...headers, authorization } })
}

/** A request with a token. */
export function bearing(token: string, headers?: Record<string, string>): Request {
  return program(`Bearer ${token}`, headers)
}

/** Another token of the same form, whose checksum is right. */
export { makeToken } from '../../../src/access-tokens/token-text.ts'
