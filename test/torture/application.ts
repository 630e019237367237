import { Auth, type AuthConfig, type AuthInstance, type PasswordCalls } from '../../src/index.ts'
import Credentials from '../../src/providers/credentials.ts'
import Email from '../../src/providers/email.ts'
import Passkey from '../../src/providers/passkey.ts'
import Password from '../../src/providers/password.ts'
import type { OIDCConfig, Written } from '../../src/types/provider.ts'
import { origin, secret } from '../setup.ts'
import { type Database, openStorage } from './databases.ts'

/** What one server of the application is told. */
export interface ServerSettings {
  database: Database
  emulator: string
  /** How far the clock of this server is off, in milliseconds. */
  shift: number
}

/** What everybody types, with their own name. */
export const password = 'the-password-of-everybody-here'

/** How many wrong passwords are judged for one name. */
export const wrongPasswords = 10

const plenty = { perAccount: 1_000_000, perClient: 1_000_000 }

const limits = {
  mail: plenty,
  code: plenty,
  passkey: plenty,
  credentials: { perAccount: wrongPasswords, perClient: plenty.perClient },
}

/** The application, as one of its servers runs it. Whoever looks afterwards has no limits. */
export function application(
  { database, emulator, shift }: ServerSettings,
  log: (line: string) => void,
  limited = true,
): AuthInstance & Partial<PasswordCalls> {
  return Auth({
    url: origin,
    secret,
    runtime: { emulator, env: { NODE_ENV: 'test' }, now: () => Date.now() + shift },
    storage: openStorage(database),
    // Renewed all the time, so that renewals meet sign-outs.
    session: { strategy: 'database', maxAge: 3600, updateAge: 1 },
    limits: limited && limits,
    logger: {
      error: ({ code, message, cause }) => log(`${code}: ${message} ${cause ?? ''}`),
      warn: log,
    },
    providers: [...platforms, ...ownWays, Password({ breached: false })],
  })
}

const keys = (id: string) => ({
  clientId: `practice-${id}`,
  clientSecret: `practice-secret-of-${id}`,
})

const idp: Written<OIDCConfig<Record<string, unknown>>> = {
  id: 'idp',
  name: 'Idp',
  type: 'oidc',
  issuer: 'https://idp.test',
  checks: ['pkce', 'nonce'],
  allowDangerousEmailAccountLinking: true,
  ...keys('idp'),
}

const platforms: AuthConfig['providers'] = [
  {
    id: 'plain',
    name: 'Plain',
    type: 'oauth',
    authorization: 'https://plain.test/authorize',
    token: 'https://plain.test/token',
    userinfo: 'https://plain.test/userinfo',
    revocation: 'https://plain.test/revoke',
    ...keys('plain'),
  },
  idp,
  {
    ...idp,
    id: 'post',
    name: 'Post',
    issuer: 'https://post.test',
    authorization: { params: { response_mode: 'form_post' } },
    ...keys('post'),
  },
]

/** Which mail belongs to which step: the request that asks for it says so, and so does the subject. */
export const stepHeader = 'x-step'

const ownWays: AuthConfig['providers'] = [
  Email({
    from: 'Acme <hello@acme.test>',
    mail: ({ request, url, code }) => ({
      subject: request.headers.get(stepHeader) ?? '',
      text: JSON.stringify({ url, code }),
      html: '',
    }),
  }),
  Credentials({
    credentials: { username: {}, password: { type: 'password' } },
    authorize: ({ username, password: typed }) =>
      typed === password ? { id: `own-${username}`, name: String(username) } : null,
  }),
  Passkey(),
]
