/**
 * What the reference tells, in this order: a heading, a sentence, and the interfaces by file and name, with what stands before each member
 * and what is not for applications to write.
 *
 * @type {readonly { title: string, text: string, interfaces: readonly (readonly [path: string, name: string, prefix?: string])[], without?: readonly string[] }[]}
 */
export const sections = [
  {
    title: 'Options of Auth()',
    text: 'Only `providers` is required. [The guide](configuration.md) says how they work together.',
    interfaces: [['src/types/config.ts', 'AuthConfig']],
  },
  {
    title: 'What Auth() returns',
    text: 'The first argument says who is meant: a `Request`, its `Headers`, anything with headers, or for functions about users `{ userId }`.',
    interfaces: [
      ['src/instance/auth-instance.ts', 'AuthInstance', 'auth.'],
      ['src/identity/users.ts', 'Users', 'auth.users.'],
      ['src/identity/accounts.ts', 'Accounts', 'auth.accounts.'],
      ['src/identity/open-sessions.ts', 'OpenSessions', 'auth.sessions.'],
      ['src/types/webauthn.ts', 'Passkeys', 'auth.passkeys.'],
      ['src/types/second-factor.ts', 'SecondFactors', 'auth.factors.'],
      ['src/types/access-tokens.ts', 'AccessTokenNamespace', 'auth.tokens.'],
      ['src/operators/operator-calls.ts', 'OperatorUserCalls', 'auth.users.'],
      ['src/types/operators.ts', 'OperatorUsers', 'auth.users.'],
      ['src/types/operators.ts', 'OperatorAudit', 'auth.audit.'],
      ['src/types/device-sign-in.ts', 'DeviceNamespace', 'auth.devices.'],
      ['src/types/guest.ts', 'Guests', 'auth.guests.'],
      ['src/types/change-email.ts', 'ChangeEmailUsers', 'auth.users.'],
      ['src/types/jwt.ts', 'JwtNamespace', 'auth.jwt.'],
    ],
    without: ['users', 'accounts', 'sessions', 'passkeys', 'tokens'],
  },
  {
    title: 'Callbacks',
    text: '[When each runs, and what it gets](callbacks.md).',
    interfaces: [['src/types/hooks.ts', 'Callbacks', 'callbacks.']],
  },
  {
    title: 'Events',
    text: '[What each gets, and when](callbacks.md#events).',
    interfaces: [['src/types/hooks.ts', 'Events', 'events.']],
  },
  {
    title: 'Theme',
    text: '[Name, color, logo](pages.md#name-color-logo).',
    interfaces: [['src/types/theme.ts', 'Theme', 'theme.']],
  },
  {
    title: 'Runtime',
    text: '[Requests to platforms](configuration.md#requests-to-platforms), and [tests and unusual places](configuration.md#for-tests-and-unusual-places).',
    interfaces: [['src/types/config.ts', 'Runtime', 'runtime.']],
  },
  {
    title: 'Limits',
    text: '[What counts as one client](email.md#limits).',
    interfaces: [
      ['src/types/config.ts', 'Limits', 'limits.'],
      ['src/types/config.ts', 'Limit', 'limits.….'],
    ],
  },
  {
    title: 'Options of a platform',
    text: 'They override what [the catalogue](providers/README.md) says about it. [How they are merged](configuration.md#options-over-defaults).',
    interfaces: [['src/types/provider.ts', 'OAuth2Config', 'provider.']],
    without: ['type'],
  },
  {
    title: 'Options of Email',
    text: 'Of `Email`, `Nodemailer`, `Resend` and every other sender. [Sign in by email](email.md).',
    interfaces: [['src/types/email.ts', 'EmailConfig', 'email.']],
    without: ['type', 'needs', 'method', 'options'],
  },
  {
    title: 'Options of Credentials',
    text: '[Sign in with what people type](credentials.md).',
    interfaces: [['src/types/credentials.ts', 'CredentialsConfig', 'credentials.']],
    without: ['type', 'method', 'options'],
  },
  {
    title: 'Options of Passkey',
    text: '[Passkeys](passkeys.md).',
    interfaces: [['src/types/webauthn.ts', 'WebAuthnConfig', 'passkey.']],
    without: ['type', 'method', 'options'],
  },
  {
    title: 'Options of Guest',
    text: '[Guests](guests.md).',
    interfaces: [['src/types/guest.ts', 'GuestConfig', 'guest.']],
    without: ['type', 'method'],
  },
  {
    title: 'Options of ChangeEmail()',
    text: '[Change the email address](change-email.md).',
    interfaces: [['src/types/change-email.ts', 'ChangeEmailOptions', 'changeEmail.']],
  },
  {
    title: 'Options of fromAuthjs()',
    text: 'What `session.fromAuthjs` is told. [From Auth.js](from-authjs.md).',
    interfaces: [['src/authjs/from-authjs.ts', 'FromAuthjsOptions', 'fromAuthjs.']],
  },
  {
    title: 'Options of AccessTokens()',
    text: '[Access tokens](access-tokens.md).',
    interfaces: [['src/types/access-tokens.ts', 'AccessTokenOptions', 'accessTokens.']],
  },
  {
    title: 'Options of Operators()',
    text: '[Operators](operators.md).',
    interfaces: [['src/types/operators.ts', 'OperatorOptions', 'operators.']],
  },
  {
    title: 'Options of DeviceSignIn()',
    text: '[Sign in on devices](devices.md).',
    interfaces: [['src/types/device-sign-in.ts', 'DeviceSignInOptions', 'deviceSignIn.']],
  },
  {
    title: 'Options of Jwt()',
    text: '[JWTs for other services](jwt.md).',
    interfaces: [['src/types/jwt.ts', 'JwtOptions', 'jwt.']],
  },
  {
    title: 'Options of Notices()',
    text: '[Tell people about changes to their account](tasks/notices.md).',
    interfaces: [['src/parts/notices.ts', 'NoticeOptions', 'notices.']],
  },
  {
    title: 'Options of SQL storages',
    text: 'The second argument of `sql()`, `sqlite()`, `postgres()`, `mysql()` and `kysely()`. [Storage](storage.md).',
    interfaces: [['src/stores/sql/sql-storage.ts', 'SqlOptions', 'sql.']],
  },
  {
    title: 'Options of Redis',
    text: 'The second argument of `redis()`. [Redis and Valkey](storage.md#redis-and-valkey).',
    interfaces: [['src/stores/redis/redis-storage.ts', 'RedisOptions', 'redis.']],
  },
  {
    title: 'Options of memory()',
    text: 'A storage for tests and demos. [Storage](storage.md).',
    interfaces: [['src/stores/memory/memory-storage.ts', 'MemoryOptions', 'memory.']],
  },
  {
    title: 'Options of createClient()',
    text: '[In the browser](browser/README.md).',
    interfaces: [['src/client/index.ts', 'ClientOptions', 'client.']],
  },
  {
    title: 'Functions of the client',
    text: '[Signing in and out](browser/README.md#signing-in-and-out).',
    interfaces: [['src/client/index.ts', 'Client', 'client.']],
  },
  {
    title: 'Options of the gates',
    text: 'Of `Gate()`, `Altcha()` and `Turnstile()`. [Stop robots](tasks/stop-robots.md).',
    interfaces: [
      ['src/types/gate.ts', 'GateOptions', 'gate.'],
      ['src/types/gate.ts', 'AltchaOptions', 'altcha.'],
      ['src/types/gate.ts', 'TurnstileOptions', 'turnstile.'],
    ],
  },
  {
    title: 'Options of SecondFactor()',
    text: '[The second factor](second-factor.md).',
    interfaces: [['src/types/second-factor.ts', 'SecondFactorOptions', 'secondFactor.']],
  },
  {
    title: 'Functions of createFactors()',
    text: '[The second factor on your own pages](second-factor.md#on-your-own-pages).',
    interfaces: [['src/client/second-factor.ts', 'FactorClient', 'factors.']],
  },
  {
    title: 'Options of passkeys in the browser',
    text: 'Of `signInWithPasskey()`, `autofillPasskey()` and `createPasskey()`. [On your own pages](passkeys.md#on-your-own-pages).',
    interfaces: [['src/client/passkey.ts', 'PasskeyOptions', 'ceremony.']],
  },
  {
    title: 'Options of testAuth()',
    text: 'The second argument; the first has the options of `Auth()`. [Testing your sign-in](testing.md).',
    interfaces: [['src/testing/test-auth.ts', 'TestOptions', 'testAuth.']],
  },
  {
    title: 'Options of createBrowser()',
    text: '[The browser of your tests](testing.md#the-browser).',
    interfaces: [['src/testing/browser.ts', 'BrowserOptions', 'browser.']],
  },
]
