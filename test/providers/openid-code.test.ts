import { describe, expect, test } from 'vitest'
import { resolveProvider } from '../../src/config/provider.ts'
import { openId } from '../../src/index.ts'
import { methods as usual } from '../../src/methods/built-in-methods.ts'
import { methods as forWorkers } from '../../src/methods/methods-for-workers.ts'
import { openIdCode } from '../../src/methods/oauth/open-id.ts'
import { isOAuth, type ResolvedOAuth } from '../../src/methods/oauth/resolved.ts'
import GenericOIDC from '../../src/providers/generic-oidc.ts'
import GitHub from '../../src/providers/github.ts'
import type { Provider } from '../../src/types/provider.ts'
import { origin } from '../setup.ts'
import { catalogue, keys } from './catalogue.ts'
import { sampleOf } from './sample.ts'

/** A provider as it is read with the methods of a machine, or of a bundle for browsers and workers. */
function readFor(methods: typeof usual, provider: unknown): ResolvedOAuth {
  const read = resolveProvider(provider as Provider, methods, {
    env: {},
    redirectProxyUrl: undefined,
    hasStorage: false,
    production: false,
    origin,
    basePath: '/api/auth',
    emulator: undefined,
    demanding: false,
    warn() {},
  })
  if (isOAuth(read)) return read
  throw new TypeError(`${read.id} is no OAuth provider`)
}

const client = { clientId: 'club', clientSecret: 'secret of the club' }
const corp = {
  id: 'corp',
  name: 'Corp',
  type: 'oidc',
  issuer: 'https://id.corp.example',
  ...client,
}
const refusal = /^The provider \w+ brings no code for OpenID Connect$/

/** What a bundle for a worker has no code for, unless the provider brings it. */
const needy: Record<string, object> = {
  'an OpenID Connect platform': corp,
  'a platform whose addresses must be discovered': { ...corp, type: 'oauth' },
  'a client that signs with its key': GitHub({
    ...client,
    client: { token_endpoint_auth_method: 'private_key_jwt' },
  }),
  'a client that signs with its secret': GitHub({
    ...client,
    client: { token_endpoint_auth_method: 'client_secret_jwt' },
  }),
}

describe.each(Object.entries(needy))('%s', (_, provider) => {
  test('works as a plain object on a machine', () => {
    expect(readFor(usual, provider)).toMatchObject({ clientId: 'club' })
  })

  test('is refused in a bundle for workers, with what to write instead', () => {
    expect(() => readFor(forWorkers, provider)).toThrow(
      expect.objectContaining({
        message: expect.stringMatching(refusal),
        hint: expect.stringContaining('porticojs/providers/generic-oidc'),
      }),
    )
  })

  test('works there with `method: openId`', () => {
    expect(readFor(forWorkers, { ...provider, method: openId })).toMatchObject({ clientId: 'club' })
  })
})

test('GenericOIDC brings the code', () => {
  const { id, name, issuer } = corp
  expect(readFor(forWorkers, GenericOIDC({ id, name, issuer, ...client }))).toMatchObject({ id })
})

test.each([...catalogue])(
  '%s needs no other code in a bundle for workers than what it brings',
  async (id, make) => {
    const read = readFor(forWorkers, make({ ...keys, ...sampleOf(id)?.options }))
    if (read.type === 'oidc') expect(await openIdCode(read)).toHaveProperty('validateIdToken')
    else expect(read.openId).toBeUndefined()
  },
)
