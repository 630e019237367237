import type { AuthConfig, AuthInstance } from '../../src/index.ts'
import { type JwtVerifier, type JwtVerifierOptions, jwtVerifier } from '../../src/jwt.ts'
import { Jwt } from '../../src/parts/jwt.ts'
import GitHub from '../../src/providers/github.ts'
import { memory } from '../../src/storage/memory.ts'
import { type TestAuth, testAuth } from '../../src/testing.ts'
import type { JwtCalls, JwtOptions } from '../../src/types/jwt.ts'

export const issuer = 'https://app.test/api/auth'
export const audience = 'https://api.example.com'

/** An application that issues tokens, and a service that verifies them. */
export interface House extends Omit<TestAuth, 'auth'> {
  auth: AuthInstance & JwtCalls
  userId: string
  /** How often the service asked for the keys. */
  asked: () => number
  service: JwtVerifier
  /** Another service. */
  open(options?: Partial<JwtVerifierOptions>): JwtVerifier
}

/** Ada is signed in; a service knows the issuer. */
export async function house(
  config: Partial<AuthConfig> = {},
  options: Partial<JwtOptions> = {},
): Promise<House> {
  const { parts = [], ...rest } = config
  const at = await testAuth({
    providers: [GitHub],
    storage: memory(),
    parts: [Jwt({ audience, ...options }), ...parts],
    ...rest,
  })
  const auth = at.auth as unknown as House['auth']
  await at.browser.signIn('github', { as: 'ada' })
  const userId = (await at.browser.session())?.user.id ?? ''
  let count = 0
  const open = (more: Partial<JwtVerifierOptions> = {}) =>
    jwtVerifier({
      issuer,
      audience,
      now: at.platform.clock.now,
      fetch: async (input, init) => {
        count++
        return auth.handler(new Request(input as string, init))
      },
      ...more,
    })
  return { ...at, auth, userId, asked: () => count, service: open(), open }
}

/** The parts of a token, as anybody can read them. */
export function parts(token: string): {
  header: Record<string, unknown>
  payload: Record<string, unknown>
} {
  const [header, payload] = token
    .split('.', 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString() || '{}'))
  return { header, payload }
}
