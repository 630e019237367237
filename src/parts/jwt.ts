// The entry point of JWTs for other services: docs/jwt.md says how they are issued and verified.
import { signingKey } from '../jwt/key-kind.ts'
import { type JwtSettings, part, readSettings, wrong } from '../jwt/settings.ts'
import type { Part } from '../methods/part-code.ts'
import type { JwtCalls, JwtOptions } from '../types/jwt.ts'

export type {
  IssuedJwt,
  JwtCalls,
  JwtClaims,
  JwtNamespace,
  JwtOptions,
  JwtSubject,
  JwtWish,
  SigningKey,
} from '../types/jwt.ts'

/** The variables of the keys: the first signs, all are published. */
const variables = ['AUTH_JWT_KEY', 'AUTH_JWT_KEY_1', 'AUTH_JWT_KEY_2', 'AUTH_JWT_KEY_3']

/**
 * Issues signed tokens about the signed-in person, which other services verify by themselves: `porticojs/jwt`, or any library for JWTs.
 *
 * @example
 * Auth({ providers, database, parts: [Jwt({ audience: 'https://api.example.com' })] })
 * const { token } = await auth.jwt.issue(request)
 */
export function Jwt(options: JwtOptions): Part<JwtCalls> {
  return jwtPart({ ...readSettings(options), written: [] })
}

function jwtPart(settings: JwtSettings): Part<JwtCalls> {
  const get = { methods: ['GET'], provider: 'none' } as const
  return {
    name: part,
    complete({ env, hasStorage }) {
      const written = variables.flatMap((name) => env[name] || [])
      if (!hasStorage && written.length === 0)
        throw wrong(
          'key',
          'Jwt() has no signing key and no storage to keep one in',
          'Pass `database`, or set AUTH_JWT_KEY: npx porticojs keys --print makes one.',
        )
      return jwtPart({ ...settings, written })
    },
    paths: {
      jwt: { methods: ['POST'], provider: 'none' },
      jwks: get,
      '.well-known/openid-configuration': get,
    },
    namespaces: { jwt: ['issue', 'keys', 'rotate'] },
    kinds: [signingKey],
    load: async () => (await import('../jwt/code.ts')).createCode(settings),
  }
}
