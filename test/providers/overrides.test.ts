import { describe, expect, test } from 'vitest'
import { merge } from '../../src/description/merge.ts'
import { emulator } from '../../src/emulator/index.ts'
import type { ResolvedOAuth } from '../../src/methods/oauth/resolved.ts'
import type { User } from '../../src/types/models.ts'
import { setup } from '../setup.ts'
import { catalogue, keys } from './catalogue.ts'
import { platformOf } from './platform.ts'
import { resolved } from './resolved.ts'
import { type Sample, sampleOf } from './sample.ts'

const profile = (): User => ({ id: 'changed', name: 'Changed' })

/** What a user writes, and what the engine then works with. */
const changes: Record<
  string,
  [options: object, view: (provider: ResolvedOAuth) => unknown, expected: unknown]
> = {
  id: [{ id: 'mine' }, ({ id }) => id, 'mine'],
  name: [{ name: 'Mine' }, ({ name }) => name, 'Mine'],
  scope: [
    { authorization: { params: { scope: 'mine' } } },
    ({ authorizationParams }) => authorizationParams.scope,
    'mine',
  ],
  'authorization parameter': [
    { authorization: { params: { mine: 1 } } },
    ({ authorizationParams }) => authorizationParams.mine,
    '1',
  ],
  'authorization endpoint': [
    { authorization: { url: 'https://mine.example/authorize' } },
    ({ authorization }) => authorization.url?.href,
    'https://mine.example/authorize',
  ],
  'authorization endpoint as a text': [
    { authorization: 'https://mine.example/authorize?mine=1' },
    ({ authorization, authorizationParams }) => [authorization.url?.href, authorizationParams.mine],
    ['https://mine.example/authorize', '1'],
  ],
  'token endpoint': [
    { token: 'https://mine.example/token' },
    ({ token }) => token.url?.href,
    'https://mine.example/token',
  ],
  'token parameter': [
    { token: { url: 'https://mine.example/token', params: { mine: 1 } } },
    ({ token }) => token.url?.searchParams.get('mine'),
    '1',
  ],
  'user-info endpoint': [
    { userinfo: 'https://mine.example/me' },
    ({ userinfo }) => userinfo.url?.href,
    'https://mine.example/me',
  ],
  'user-info parameter': [
    { userinfo: { url: 'https://mine.example/me', params: { mine: 1 } } },
    ({ userinfo }) => userinfo.url?.searchParams.get('mine'),
    '1',
  ],
  profile: [{ profile }, (provider) => provider.profile, profile],
  checks: [{ checks: ['state'] }, ({ checks }) => checks, ['state']],
  'client authentication': [
    { client: { token_endpoint_auth_method: 'client_secret_jwt' } },
    ({ clientAuthentication }) => clientAuthentication,
    'client_secret_jwt',
  ],
  style: [{ style: { brandColor: '#123456' } }, ({ style }) => style?.brandColor, '#123456'],
  revocation: [
    { revocation: { url: 'https://mine.example/revoke' } },
    ({ revocation }) => revocation?.url,
    'https://mine.example/revoke',
  ],
  'end of session': [
    { endSession: 'https://mine.example/logout' },
    ({ endSession }) => endSession?.url,
    'https://mine.example/logout',
  ],
  dialect: [{ dialect: { tenant: 'mine' } }, ({ dialect }) => dialect.tenant, 'mine'],
  linking: [
    { allowDangerousEmailAccountLinking: true },
    ({ allowDangerousEmailAccountLinking }) => allowDangerousEmailAccountLinking,
    true,
  ],
}

describe.each([...catalogue])('%s', (id, make) => {
  const sample = sampleOf(id)
  const options = { ...keys, ...sample?.options }

  test.each(Object.entries(changes))(
    'lets its %s be changed, and nothing else',
    (_, [change, view, expected]) => {
      const plain = resolved(make(options))
      const changed = resolved(make(merge(options, change)))
      expect(view(changed)).toEqual(expected)
      const touched = Object.keys(change)
      const untouched = Object.keys(plain).filter(
        (key) => !touched.some((name) => key.startsWith(name)),
      )
      const kept = untouched.filter((key) => !derived.has(key) && !(key in functions))
      expect(pick(changed, kept)).toEqual(pick(plain, kept))
    },
  )

  test('leaves the defaults of the next call alone', () => {
    const before = JSON.stringify(make(options))
    for (const [change] of Object.values(changes)) make(merge(options, change))
    expect(JSON.stringify(make(options))).toBe(before)
  })

  if (sample && !sample.claims) {
    test('works elsewhere, with another profile', async () => {
      const world = await emulator({ platforms: [platformOf(id, move(sample), options, false)] })
      const { authorization, token, userinfo } = resolved(make(options))
      const changed = {
        authorization: { url: elsewhere(authorization.url), params: { mine: '1' } },
        token: { url: elsewhere(token.url) },
        ...(userinfo.url && { userinfo: { url: elsewhere(userinfo.url) } }),
        profile,
      }
      const provider = make(merge(options, changed))
      const { browser, log } = await setup({ providers: [provider] }, world)
      await browser.signIn(id)
      expect(log).toEqual({ errors: [], warnings: [] })
      expect((await browser.session())?.user).toMatchObject({
        id: `${id}:changed`,
        name: 'Changed',
      })
    })
  }
})

/** What follows from several options at once. */
const derived = new Set(['clientAuthentication', 'authorizationParams'])
/** Made anew by every call, so never the same. */
const functions = { profile: true, signClientSecret: true, checkCallback: true, method: true }

function pick(provider: ResolvedOAuth, names: string[]): object {
  return Object.fromEntries(names.map((name) => [name, Reflect.get(provider, name)]))
}

/** The same address on a host of one's own. */
function elsewhere(address: string | URL | undefined): string {
  const { pathname, search, hash } = new URL(address ?? '')
  return `https://mine.example${pathname}${search}${hash}`
}

/** The same platform on a host of one's own, which insists on a parameter. */
function move({ endpoints, enforces, ...sample }: Sample): Sample {
  const { authorization, token, userinfo } = endpoints
  const { order, parameters } = enforces.authorize ?? {}
  return {
    ...sample,
    endpoints: {
      authorization: elsewhere(authorization),
      token: elsewhere(token),
      ...(userinfo && { userinfo: elsewhere(userinfo) }),
    },
    enforces: {
      ...enforces,
      authorize: {
        ...enforces.authorize,
        parameters: { ...parameters, mine: '1' },
        // What the flow adds comes last.
        ...(order && { order: order.toSpliced(-1, 0, 'mine') }),
      },
    },
  }
}
