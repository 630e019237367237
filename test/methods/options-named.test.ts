import { expect, test } from 'vitest'
import type { AuthConfig } from '../../src/index.ts'
import Credentials from '../../src/providers/credentials.ts'
import Email from '../../src/providers/email.ts'
import Passkey from '../../src/providers/passkey.ts'
import { memory } from '../../src/storage/memory.ts'
import { plain } from '../attacks/stage.ts'
import { setup } from '../setup.ts'

type Provider = AuthConfig['providers'][number]

const byMethod: Record<string, { make: () => Provider; options: string }> = {
  passkey: {
    make: () => Passkey({}),
    options: 'name relayingParty enableConditionalUI timeout userVerification signUp formFields',
  },
  email: {
    make: () => Email({ server: 'smtp://mail.test', from: 'hello@acme.test' }),
    options:
      'name from server apiKey maxAge sendVerificationRequest generateVerificationToken normalizeIdentifier text lang',
  },
  credentials: {
    make: () => Credentials({ credentials: { id: {} }, authorize: () => null }),
    options: 'name credentials identifier messages authorize method',
  },
  oauth: {
    make: () => ({ ...plain }),
    options:
      'name issuer wellKnown authorization token userinfo jwks_endpoint checks idToken client clientId clientSecret profile account style redirectProxyUrl allowDangerousEmailAccountLinking dialect revocation endSession',
  },
}

const cases = Object.entries(byMethod).flatMap(([method, { make, options }]) =>
  options.split(' ').map((option) => [method, option, make] as const),
)

test.each(cases)('%s: whoever misspells %s is told what they meant', async (_, option, make) => {
  // As somebody writes it who does not use TypeScript.
  const provider = Object.assign(make(), { [`${option}x`]: undefined })
  const { browser, log } = await setup({ providers: [provider], storage: memory() })
  await browser.visit('/api/auth/signin')
  const said = [...log.warnings, ...log.errors.map(({ message, hint }) => `${message} ${hint}`)]
  expect(said.join()).toMatch(new RegExp(`\\b${option}x\\b.*\\b${option}\\b`, 's'))
})
