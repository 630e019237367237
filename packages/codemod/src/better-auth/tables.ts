/** The counterpart of a provider or plugin of Better Auth: its import, and the text to write. */
export interface Counterpart {
  readonly name: string
  readonly module: string
  /** The text in the list; without it, the name. */
  readonly text?: string
  readonly note?: string
}

/** Social providers whose id is another one here. */
const otherIds: Readonly<Record<string, string>> = { microsoft: 'microsoft-entra-id' }

/** Names of providers that are not their capitalized id. */
const spelt: Readonly<Record<string, string>> = {
  github: 'GitHub',
  gitlab: 'GitLab',
  huggingface: 'HuggingFace',
  linkedin: 'LinkedIn',
  'microsoft-entra-id': 'MicrosoftEntraId',
  paypal: 'PayPal',
  tiktok: 'TikTok',
  vk: 'VK',
  wechat: 'WeChat',
}

/** Better Auth's providers that Portico has. */
const known: ReadonlySet<string> = new Set([
  ...[
    'apple',
    'atlassian',
    'cognito',
    'discord',
    'dropbox',
    'facebook',
    'figma',
    'github',
    'gitlab',
  ],
  ...['google', 'huggingface', 'kakao', 'kick', 'line', 'linear', 'linkedin', 'microsoft', 'naver'],
  ...['notion', 'paypal', 'polar', 'railway', 'reddit', 'roblox', 'salesforce', 'slack', 'spotify'],
  ...['tiktok', 'twitch', 'twitter', 'vercel', 'vk', 'wechat', 'zoom'],
])

/** The counterpart of a social provider; undefined if there is none. */
export function providerFor(id: string): (Counterpart & { id: string }) | undefined {
  if (!known.has(id)) return undefined
  const own = Object.hasOwn(otherIds, id) ? (otherIds[id] ?? id) : id
  const name = spelt[own] ?? own.charAt(0).toUpperCase() + own.slice(1)
  return { id: own, name, module: `porticojs/providers/${own}` }
}

/** Plugins that are providers here. */
export const pluginProviders: Readonly<Record<string, Counterpart>> = {
  anonymous: { name: 'Guest', module: 'porticojs/providers/guest' },
  emailOTP: {
    name: 'Email',
    module: 'porticojs/providers/email',
    note: 'every mail of `Email` has a link and a code: put what `sendVerificationOTP` did into `Email({ sendVerificationRequest })`, or choose a service such as `Resend`',
  },
  magicLink: {
    name: 'Email',
    module: 'porticojs/providers/email',
    note: 'every mail of `Email` has a link and a code: put what `sendMagicLink` did into `Email({ sendVerificationRequest })`, or choose a service such as `Resend`',
  },
  passkey: { name: 'Passkey', module: 'porticojs/providers/passkey' },
}

/** Plugins that are parts here. */
export const pluginParts: Readonly<Record<string, Counterpart>> = {
  apiKey: { name: 'AccessTokens', module: 'porticojs/parts/access-tokens', text: 'AccessTokens()' },
  bearer: {
    name: 'NativeApps',
    module: 'porticojs/parts/native-apps',
    text: 'NativeApps([])',
    note: 'name your apps in `NativeApps([{ id, name, redirects }])`: they sign in through the system browser, and send their key as a bearer (docs/native.md)',
  },
  deviceAuthorization: {
    name: 'DeviceSignIn',
    module: 'porticojs/parts/device-sign-in',
    text: 'DeviceSignIn({ clients: {} })',
    note: "name your programs in `DeviceSignIn({ clients: { tv: 'Acme TV' } })` (docs/devices.md)",
  },
  jwt: {
    name: 'Jwt',
    module: 'porticojs/parts/jwt',
    text: "Jwt({ audience: process.env.AUTH_URL ?? '' })",
    note: 'name the services that read the tokens in `audience`; they find the keys at another address than before',
  },
  twoFactor: {
    name: 'SecondFactor',
    module: 'porticojs/parts/second-factor',
    text: 'SecondFactor()',
  },
}

/** Plugins that need no counterpart. */
export const needless: ReadonlySet<string> = new Set([
  'nextCookies',
  'sveltekitCookies',
  'openAPI',
  'lastLoginMethod',
  'haveIBeenPwned',
])

/** Advice in place of a plugin without a counterpart. */
export const pluginNotes: Readonly<Record<string, string>> = {
  admin:
    'use the part `Operators` of `porticojs/parts/operators` to list, block, export and impersonate users; keep roles in your own tables, and read them in `callbacks.session`',
  captcha: 'use the part `Gate` of `porticojs/parts/gate`, with Turnstile or ALTCHA',
  customSession: 'move its function into `callbacks.session`',
  genericOAuth:
    'pass an object with `id`, `name`, `type`, `issuer` or endpoints, `clientId` and `clientSecret` among the providers, one for each of its configurations',
  multiSession: 'a browser has one session; people switch accounts by signing in again',
  oneTap: 'use Google One Tap of `porticojs/providers/google`; docs/google.md shows it',
  organization: 'keep organisations in your own tables, by the ids of users, which stay the same',
  phoneNumber: 'there is no sign-in by SMS',
  siwe: 'there is no sign-in by wallet; write a method of your own (docs/methods.md)',
  sso: 'OpenID Connect works as a provider of your own; for SAML, use a service such as `BoxyHQSAML`',
  stripe: 'keep customers in your own tables; `events.createUser` tells of new people',
  username:
    'use `Password({ identifier: "username" })`: people have a name or an address, not both',
}

/** Advice in place of an option without a counterpart. */
export const optionNotes: Readonly<Record<string, string>> = {
  account:
    '`account.accountLinking`: people connect accounts themselves; `allowDangerousEmailAccountLinking` of a provider links by address',
  advanced:
    '`advanced`: cookies are named by `cookies: { prefix, domain }`; ids and secure cookies need no option',
  databaseHooks:
    '`databaseHooks` are `events` (`createUser`, `updateUser`, `signIn`, …) and, where they refuse, `callbacks.signIn`',
  disabledPaths: '`disabledPaths`: only the routes of configured providers and parts exist',
  emailVerification:
    '`emailVerification`: `Password` and `Email` verify addresses themselves, by the one sender of mails',
  hooks: '`hooks` are `callbacks.signIn`, `callbacks.session` and `events` (docs/callbacks.md)',
  onAPIError:
    '`onAPIError`: `pages.error` is your page for errors, and `logger.error` is told of them',
  rateLimit: '`rateLimit`: limits are on by default; `limits` changes them by name',
  secondaryStorage:
    '`secondaryStorage`: use `redis()` of `porticojs/storage/redis`, or the database alone',
  user: '`user`: fields of your own belong into your own tables, or into `extra` of the user; the part `ChangeEmail` and `auth.users.delete` take the place of `changeEmail` and `deleteUser`',
}

/** Functions of `auth.api` and what takes their place. */
export const apiNotes: Readonly<Record<string, string>> = {
  changePassword: '`auth.passwords.change(request, { current, password })`',
  deleteUser: '`auth.users.delete(who)`',
  getAccessToken: "`auth.accessToken(request, 'github')`",
  listSessions: '`auth.sessions.list(who)`',
  listUserAccounts: '`auth.accounts.list(who)`',
  revokeSession: '`auth.sessions.end(who, id)`',
  revokeSessions: '`auth.sessions.endAll(who)`',
  signInEmail:
    "`auth.signIn(request, 'password', { fields: { email, password } })`, which returns `{ url, cookies }`",
  signInSocial:
    "`auth.signIn(request, 'github', { callbackUrl })`, which returns `{ url, cookies }`",
  signOut: '`auth.signOut(request)`, which returns `{ url, cookies }`',
  signUpEmail:
    "`auth.signIn(request, 'password', { fields: { action: 'signUp', email, password } })`",
  updateUser: '`auth.users.update(who, { name, image })`',
}

/** Functions of the client and what takes their place. */
export const clientNotes: Readonly<Record<string, string>> = {
  admin:
    '`auth.users.list`, `.block`, `.unblock` and `.impersonate` of the part `Operators`, on the server',
  apiKey: 'the functions of `porticojs/client/access-tokens`',
  changeEmail:
    '`changeEmail({ email })` of `porticojs/client/change-email`, with the part `ChangeEmail`',
  changePassword: '`changePassword({ current, password })` of `porticojs/client/password`',
  deleteUser: '`auth.users.delete` on the server',
  device: 'the pages of `DeviceSignIn`',
  emailOtp:
    "`signIn('email', { email, redirect: false })` sends it and returns `flow`; `signIn('email', { flow, code })` ends it",
  forgetPassword: '`forgotPassword({ email })` of `porticojs/client/password`',
  listSessions: '`auth.sessions.list` on the server',
  oneTap: 'docs/google.md shows One Tap',
  organization: 'keep organisations in your own tables',
  requestPasswordReset: '`forgotPassword({ email })` of `porticojs/client/password`',
  resetPassword:
    '`enterCode({ flow, code, password })` of `porticojs/client/password`, or the page of the mail',
  revokeSession: '`auth.sessions.end` on the server',
  signIn: "`signIn('<id>', …)`",
  signUp: '`signUpWithPassword()`',
  twoFactor: 'the functions of `porticojs/client/second-factor`, or the built-in pages',
  updateUser: '`auth.users.update` on the server',
}
