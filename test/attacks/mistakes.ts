import { Altcha } from '../../src/parts/altcha.ts'
import { SecondFactor } from '../../src/parts/second-factor.ts'
import Credentials from '../../src/providers/credentials.ts'
import Email from '../../src/providers/email.ts'
import Passkey from '../../src/providers/passkey.ts'
import * as tiktokModule from '../../src/providers/tiktok.ts'
import { fromAdapter } from '../../src/storage/adapter.ts'
import { memory } from '../../src/storage/memory.ts'
import { secret } from '../setup.ts'
import { idp, plain } from './stage.ts'

/** A secret that nobody would call an example. */
export const strong = 'b7Qx2LmZ0sVt9RkYw4HdNf6GcJp1Ua8E'

/** One way to write a configuration wrongly, and what must be said about it. */
export interface Mistake {
  name: string
  config: object
  field: string
  provider?: string
  /** What was found. */
  message: RegExp
  /** What to write instead. */
  hint: RegExp
}

/** Where nothing is made up that is missing. */
const production = { runtime: { env: { NODE_ENV: 'production' } } }

/** What does not say that this is development. */
const unknownModes = [
  {},
  { NODE_ENV: '' },
  { NODE_ENV: 'prod' },
  { NODE_ENV: 'Production ' },
  { NODE_ENV: 'staging' },
  { NODE_ENV: 'developmental' },
]

/** A production build on this machine that may use the emulator, but for what is changed. */
function emulated(env: Record<string, string | undefined>): object {
  return {
    secret: strong,
    url: undefined,
    runtime: {
      env: {
        AUTH_URL: 'http://127.0.0.1:3000',
        AUTH_EMULATOR: 'http://127.0.0.1:4100',
        AUTH_DANGEROUSLY_EMULATE_IN_PRODUCTION: 'true',
        ...env,
      },
    },
  }
}

/** Every wrong configuration that there is a word for. */
export const mistakes: Mistake[] = [
  {
    name: 'no secret',
    config: { secret: undefined, ...production },
    field: 'secret',
    message: /no secret/,
    hint: /npx porticojs secret.*AUTH_SECRET/,
  },
  {
    name: 'an empty secret',
    config: { secret: '', ...production },
    field: 'secret',
    message: /no secret/,
    hint: /porticojs secret/,
  },
  {
    name: 'no secret in a list',
    config: { secret: [], ...production },
    field: 'secret',
    message: /no secret/,
    hint: /porticojs secret/,
  },
  {
    name: 'a short secret',
    config: { secret: 'short' },
    field: 'secret',
    message: /5 characters/,
    hint: /porticojs secret/,
  },
  {
    name: 'a short secret among good ones',
    config: { secret: [secret, 'short'] },
    field: 'secret',
    message: /5 characters/,
    hint: /porticojs secret/,
  },
  {
    name: 'a secret of one letter',
    config: { secret: 'a'.repeat(64) },
    field: 'secret',
    message: /repeats itself/,
    hint: /porticojs secret/,
  },
  {
    name: 'a secret that is a number',
    config: { secret: 7 },
    field: 'secret',
    message: /not a text/,
    hint: /porticojs secret/,
  },
  {
    name: 'an example as secret, in production',
    config: { secret: 'please-change-me-before-deploying-0123', ...production },
    field: 'secret',
    message: /example/,
    hint: /porticojs secret/,
  },
  {
    name: 'a secret with its own name in front',
    config: { secret: `AUTH_SECRET=${strong}` },
    field: 'secret',
    message: /begins with "AUTH_SECRET="/,
    hint: /Remove that/,
  },
  {
    name: 'no providers',
    config: { providers: [] },
    field: 'providers',
    message: /no providers/,
    hint: /providers: \[TikTok\]/,
  },
  {
    name: 'providers left out',
    config: { providers: undefined },
    field: 'providers',
    message: /no providers/,
    hint: /TikTok/,
  },
  {
    name: 'a provider that was imported wrongly',
    config: { providers: [undefined] },
    field: 'providers',
    message: /undefined/,
    hint: /import/,
  },
  {
    name: 'two providers of one id',
    config: { providers: [plain, { ...plain }] },
    field: 'providers.plain',
    message: /Two providers have the id "plain"/,
    hint: /another `id`/,
  },
  {
    name: 'an id that is no part of a path',
    config: { providers: [{ ...plain, id: '../admin' }] },
    field: 'providers.id',
    message: /"\.\.\/admin"/,
    hint: /letters, digits/,
  },
  {
    name: 'a provider without a name',
    config: { providers: [{ ...plain, name: '' }] },
    field: 'providers.plain.name',
    provider: 'plain',
    message: /no name/,
    hint: /`name`/,
  },
  {
    name: 'an unknown kind of provider',
    config: { providers: [{ ...plain, type: 'saml' }] },
    field: 'providers.plain.type',
    provider: 'plain',
    message: /"saml"/,
    hint: /oauth, oidc/,
  },
  {
    name: 'no client id',
    config: { secret: strong, ...production, providers: [{ ...plain, clientId: undefined }] },
    field: 'providers.plain.clientId',
    provider: 'plain',
    message: /no client id/,
    hint: /AUTH_PLAIN_ID/,
  },
  {
    name: 'no client secret where one is needed',
    config: {
      secret: strong,
      ...production,
      providers: [
        {
          ...plain,
          clientSecret: undefined,
          client: { token_endpoint_auth_method: 'client_secret_post' },
        },
      ],
    },
    field: 'providers.plain.clientSecret',
    provider: 'plain',
    message: /no client secret/,
    hint: /AUTH_PLAIN_SECRET/,
  },
  {
    name: 'an unknown way to authenticate',
    config: { providers: [{ ...plain, client: { token_endpoint_auth_method: 'password' } }] },
    field: 'providers.plain.client.token_endpoint_auth_method',
    provider: 'plain',
    message: /"password"/,
    hint: /client_secret_basic/,
  },
  ...(['authorization', 'token', 'userinfo'] as const).flatMap((endpoint): Mistake[] => [
    {
      name: `${endpoint} that is no address`,
      config: { providers: [{ ...plain, [endpoint]: 'not an address' }] },
      field: `providers.plain.${endpoint}`,
      provider: 'plain',
      message: /"not an address"/,
      hint: /https:\/\//,
    },
    {
      name: `${endpoint} without protection`,
      config: { providers: [{ ...plain, [endpoint]: { url: 'http://plain.test/x' } }] },
      field: `providers.plain.${endpoint}`,
      provider: 'plain',
      message: /http:\/\/plain\.test.*not protected/,
      hint: /Use https/,
    },
    {
      name: `no ${endpoint}`,
      config: { providers: [{ ...plain, [endpoint]: undefined }] },
      field: `providers.plain.${endpoint}`,
      provider: 'plain',
      message: new RegExp(`no ${endpoint} endpoint`),
      hint: /issuer/,
    },
  ]),
  {
    name: 'an unknown check',
    config: { providers: [{ ...plain, checks: ['pkce', 'captcha'] }] },
    field: 'providers.plain.checks',
    provider: 'plain',
    message: /"captcha"/,
    hint: /state, pkce or none/,
  },
  {
    name: 'a nonce without OpenID Connect',
    config: { providers: [{ ...plain, checks: ['nonce'] }] },
    field: 'providers.plain.checks',
    provider: 'plain',
    message: /"nonce"/,
    hint: /state, pkce/,
  },
  {
    name: 'an empty list of checks',
    config: { providers: [{ ...plain, checks: [] }] },
    field: 'providers.plain.checks',
    provider: 'plain',
    message: /empty/,
    hint: /\['none'\]/,
  },
  {
    name: 'OpenID Connect without an issuer',
    config: { providers: [{ ...idp, issuer: undefined }] },
    field: 'providers.idp.issuer',
    provider: 'idp',
    message: /no issuer/,
    hint: /AUTH_IDP_ISSUER/,
  },
  {
    name: 'an issuer without protection',
    config: { providers: [{ ...idp, issuer: 'http://idp.test' }] },
    field: 'providers.idp.issuer',
    provider: 'idp',
    message: /not protected/,
    hint: /https/,
  },
  ...['http://idp.test/keys', 'keys', 7].map((jwks_endpoint) => ({
    name: `keys at ${jwks_endpoint}`,
    config: { providers: [{ ...idp, jwks_endpoint }] },
    field: 'providers.idp.jwks_endpoint',
    provider: 'idp',
    message: new RegExp(
      `jwks_endpoint is .*${new URL(String(jwks_endpoint), 'x:/').host || jwks_endpoint}`,
    ),
    hint: /https/,
  })),
  {
    name: 'tokens refreshed without protection',
    config: { providers: [{ ...plain, dialect: { refresh: { url: 'http://plain.test/x' } } }] },
    field: 'providers.plain.dialect.refresh.url',
    provider: 'plain',
    message: /not protected/,
    hint: /https/,
  },
  {
    name: 'addresses asked for without protection',
    config: {
      providers: [
        {
          ...plain,
          dialect: {
            userinfo: { emails: { url: 'http://plain.test/x', email: 'e', verified: 'v' } },
          },
        },
      ],
    },
    field: 'providers.plain.dialect.userinfo.emails.url',
    provider: 'plain',
    message: /not protected/,
    hint: /https/,
  },
  ...(['profile', 'account'] as const).map((field) => ({
    name: `${field} that is no function`,
    config: { providers: [{ ...plain, [field]: { id: 'id' } }] },
    field: `providers.plain.${field}`,
    provider: 'plain',
    message: /not a function/,
    hint: /Write a function/,
  })),
  ...['pkce', {}].map((checks) => ({
    name: `checks that are no list: ${JSON.stringify(checks)}`,
    config: { providers: [{ ...plain, checks }] },
    field: 'providers.plain.checks',
    provider: 'plain',
    message: /lists the check/,
    hint: /Write a list of state, pkce or none/,
  })),
  ...(['issuer', 'wellKnown', 'redirectProxyUrl'] as const).map((field) => ({
    name: `${field} that is a number`,
    config: { providers: [{ ...idp, [field]: 7 }] },
    field: `providers.idp.${field}`,
    provider: 'idp',
    message: /"7", which is not an address/,
    hint: /https/,
  })),
  ...['toString', '__proto__'].map((type) => ({
    name: `the type ${type}`,
    config: { providers: [{ ...plain, type }] },
    field: 'providers.plain.type',
    provider: 'plain',
    message: new RegExp(type),
    hint: /oauth, oidc/,
  })),
  {
    name: 'a provider function that returns nothing',
    config: { providers: [() => undefined] },
    field: 'providers',
    message: /returned nothing/,
    hint: /options/,
  },
  {
    name: 'providers that are no list',
    config: { providers: { plain } },
    field: 'providers',
    message: /no providers/,
    hint: /providers: \[TikTok\]/,
  },
  ...['callbacks', 'events'].map((kind) => ({
    name: `${kind} that are no functions`,
    config: { [kind]: { signIn: true } },
    field: `${kind}.signIn`,
    message: /true, which is not a function/,
    hint: /Write a function/,
  })),
  {
    name: 'a redirect proxy that is no address',
    config: { providers: [{ ...plain, redirectProxyUrl: 'login' }] },
    field: 'providers.plain.redirectProxyUrl',
    provider: 'plain',
    message: /"login"/,
    hint: /https/,
  },
  ...(['email', 'webauthn'] as const).map((type) => ({
    name: `${type} without a storage`,
    config: { providers: [type === 'email' ? Email : Passkey({ id: type })] },
    field: `providers.${type}`,
    provider: type,
    message: /needs a storage/,
    hint: /`database` or `storage`/,
  })),
  {
    name: 'database sessions without a storage',
    config: { session: { strategy: 'database' } },
    field: 'session.strategy',
    message: /need a storage/,
    hint: /"cookie"/,
  },
  {
    name: 'a strategy that is none',
    config: { session: { strategy: 'redis' } },
    field: 'session.strategy',
    message: /"redis"/,
    hint: /"cookie" or "database"/,
  },
  {
    name: 'an adapter that is no storage yet',
    config: { storage: { getUser: () => null } },
    field: 'storage',
    message: /not a storage of Portico/,
    hint: /fromAdapter\(…\)/,
  },
  {
    name: 'a storage that cannot keep sessions',
    config: { storage: fromAdapter({ getUser: () => null }), session: { strategy: 'database' } },
    field: 'session.strategy',
    message: /no createSession/,
    hint: /"cookie"/,
  },
  ...(['maxAge', 'updateAge'] as const).map((field) => ({
    name: `${field} that is no number`,
    config: { session: { [field]: '30d' } },
    field: `session.${field}`,
    message: /"30d"/,
    hint: /86400/,
  })),
  {
    name: 'a url that is none',
    config: { url: 'app.test' },
    field: 'url',
    message: /app\.test/,
    hint: /https/,
  },
  {
    name: 'a url without protection',
    config: { url: 'http://app.test' },
    field: 'url',
    message: /not protected/,
    hint: /https/,
  },
  {
    name: 'no url in production',
    config: { url: undefined, secret: strong, ...production },
    field: 'url',
    message: /not known/,
    hint: /AUTH_URL=.*AUTH_TRUST_HOST/,
  },
  ...['auth', '/', '/a b', '/../x', '/a?b', '/a//b', 7].map((basePath) => ({
    name: `basePath ${basePath}`,
    config: { basePath },
    field: 'basePath',
    message: /is not a (path|string)/,
    hint: /\/api\/auth/,
  })),
  {
    name: 'a provider that was not imported',
    config: { providers: ['tiktok'] },
    field: 'providers',
    message: /A provider is "tiktok"/,
    hint: /import TikTok from/,
  },
  {
    name: 'a provider that was required without its default',
    config: { providers: [tiktokModule as never] },
    field: 'providers.id',
    message: /A provider has the id "undefined"/,
    hint: /A module has its provider as `default`/,
  },
  {
    name: 'a part among the providers',
    config: { providers: [SecondFactor() as never] },
    field: 'providers.id',
    message: /A provider has the id "undefined"/,
    hint: /Parts go into `parts`/,
  },
  {
    name: 'a part that was not called, beside one that was',
    config: { parts: [Altcha(), SecondFactor as never] },
    field: 'parts',
    message: /`parts\[1\]` is no part/,
    hint: /Call the import/,
  },
  {
    name: 'a part that is there twice',
    config: { parts: [Altcha(), Altcha()] },
    field: 'parts',
    message: /`parts\[1\]` is no part, or is there twice/,
    hint: /Call the import/,
  },
  {
    name: 'a provider among the parts',
    config: { parts: [plain as never] },
    field: 'parts',
    message: /`parts\[0\]` is no part/,
    hint: /providers go into `providers`/,
  },
  {
    name: 'credentials that nobody judges',
    config: { providers: [Credentials({ id: 'pin', name: 'Pin' } as never)] },
    field: 'providers.pin.authorize',
    provider: 'pin',
    message: /no `authorize`/,
    hint: /returns the user/,
  },
  {
    name: 'two places to keep people in',
    config: { database: ':memory:', storage: memory() },
    field: 'storage',
    message: /`database` and `storage`/,
    hint: /Pass one/,
  },
  {
    name: 'a database whose variable is not set',
    config: { database: '' },
    field: 'database',
    message: /is empty: its variable may not be set/,
    hint: /postgres:/,
  },
  {
    name: 'a database that is none of ours',
    config: { database: 'mongodb://ada:lovelace@db.test/app' },
    field: 'database',
    message: /unknown beginning/,
    hint: /postgres:/,
  },
  {
    name: 'an emulator elsewhere',
    config: { runtime: { emulator: 'https://emulator.test' } },
    field: 'runtime.emulator',
    message: /anybody sign in as anybody/,
    hint: /this machine/,
  },
  {
    name: 'an emulator in production',
    config: {
      secret: strong,
      runtime: { emulator: 'http://localhost:4000', env: { NODE_ENV: 'production' } },
    },
    field: 'runtime.emulator',
    message: /anybody/,
    hint: /with NODE_ENV=development/,
  },
  ...['1', 'yes', 'TRUE', ''].map((word) => ({
    name: `an emulator in production, permitted by ${JSON.stringify(word)}`,
    config: emulated({ AUTH_DANGEROUSLY_EMULATE_IN_PRODUCTION: word }),
    field: 'runtime.emulator',
    message: /anybody/,
    hint: /AUTH_DANGEROUSLY_EMULATE_IN_PRODUCTION=true/,
  })),
  ...['http://localhost:4100', 'http://emulator.localhost:4100'].map((address) => ({
    name: `an emulator in production, permitted, at the name ${address}`,
    config: emulated({ AUTH_EMULATOR: address }),
    field: 'runtime.emulator',
    message: /AUTH_DANGEROUSLY_EMULATE_IN_PRODUCTION is set, and the emulator is at/,
    hint: /http:\/\/127\.0\.0\.1:4100/,
  })),
  {
    name: 'an emulator in production, permitted, elsewhere',
    config: emulated({ AUTH_EMULATOR: 'https://emulator.test' }),
    field: 'runtime.emulator',
    message: /anybody/,
    hint: /this machine/,
  },
  ...['https://app.test', 'http://localhost:3000', 'https://127.0.0.1.app.test'].map((address) => ({
    name: `an emulator in production, permitted, for an application at ${address}`,
    config: emulated({ AUTH_URL: address }),
    field: 'url',
    message: /is set, and the application is at http/,
    hint: /127\.0\.0\.1:3000, or remove AUTH_DANGEROUSLY/,
  })),
  {
    name: 'an emulator in production, permitted, for an application at whatever host it is called by',
    config: emulated({ AUTH_URL: undefined, AUTH_TRUST_HOST: 'true' }),
    field: 'url',
    message: /at no known address/,
    hint: /Set AUTH_URL/,
  },
  ...unknownModes.flatMap((env) => [
    {
      name: `an emulator where nobody says that this is development: ${JSON.stringify(env)}`,
      config: { secret: strong, runtime: { emulator: 'http://localhost:4000', env } },
      field: 'runtime.emulator',
      message: /anybody/,
      hint: /with NODE_ENV=development/,
    },
    {
      name: `no url where nobody says that this is development: ${JSON.stringify(env)}`,
      config: { url: undefined, secret: strong, runtime: { env } },
      field: 'url',
      message: /not known/,
      hint: /AUTH_URL=.*NODE_ENV=development/,
    },
    {
      name: `an example as secret where nobody says that this is development: ${JSON.stringify(env)}`,
      config: { secret: 'please-change-me-before-deploying-0123', runtime: { env } },
      field: 'secret',
      message: /example/,
      hint: /NODE_ENV=development/,
    },
  ]),
  ...[
    '*',
    '*.app.test',
    'app.test',
    'https://app.test/docs',
    'https://*',
    'https://*.com',
    'http://x.test',
    'https://a@b.test',
    'https://',
    'javascript:1',
  ].map((written) => ({
    name: `trusted origin ${written}`,
    config: { trustedOrigins: [written] },
    field: 'trustedOrigins',
    message: /not an origin/,
    hint: /https:\/\/\*\.example\.com/,
  })),
  {
    name: 'a trusted origin without a list',
    config: { trustedOrigins: 'https://app.test' },
    field: 'trustedOrigins',
    message: /app\.test/,
    hint: /a list of origins/,
  },
  {
    name: 'a page that is a script',
    config: { pages: { signIn: 'javascript:alert(1)' } },
    field: 'pages.signIn',
    message: /javascript/,
    hint: /\/login/,
  },
  {
    name: 'a cookie prefix that breaks out',
    config: { cookies: { prefix: 'a; Domain=evil.test' } },
    field: 'cookies.prefix',
    message: /evil\.test/,
    hint: /letters, digits/,
  },
  {
    name: 'a cookie domain that breaks out',
    config: { cookies: { domain: 'app.test; SameSite=None' } },
    field: 'cookies.domain',
    message: /SameSite/,
    hint: /letters, digits/,
  },
]
