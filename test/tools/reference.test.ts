import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Auth } from '../../src/index.ts'
import { AccessTokens } from '../../src/parts/access-tokens.ts'
import { ChangeEmail } from '../../src/parts/change-email.ts'
import { DeviceSignIn } from '../../src/parts/device-sign-in.ts'
import { Jwt } from '../../src/parts/jwt.ts'
import { Operators } from '../../src/parts/operators.ts'
import { SecondFactor } from '../../src/parts/second-factor.ts'
import Guest from '../../src/providers/guest.ts'
import Passkey from '../../src/providers/passkey.ts'
import TikTok from '../../src/providers/tiktok.ts'
import { memory } from '../../src/storage/memory.ts'

test('the reference tells everything that Auth() returns', () => {
  const told = readFileSync('docs/reference.md', 'utf8').match(/(?<=^### auth\.)[\w.]+$/gm)
  const returned = Auth({
    providers: [TikTok({ clientId: 'aw1', clientSecret: 'a-client-secret' }), Passkey, Guest],
    parts: [
      SecondFactor(),
      AccessTokens({ scopes: ['read'] }),
      DeviceSignIn({ clients: { tv: 'TV' } }),
      Jwt({ audience: 'api' }),
      ChangeEmail({ send: () => undefined }),
      Operators(),
    ],
    storage: memory(),
    secret: 'a-secret-that-is-long-enough-to-be-one',
    url: 'https://app.example',
  })
  const names = Object.entries(returned).flatMap(([name, value]) =>
    typeof value === 'object' ? Object.keys(value).map((verb) => `${name}.${verb}`) : name,
  )
  expect(told?.sort()).toEqual(names.sort())
})
