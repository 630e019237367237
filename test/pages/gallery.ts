import { confirmPage } from '../../src/methods/email/confirm-page.ts'
import { pageText as emailText } from '../../src/methods/email/page-text.ts'
import { verifyRequestPage } from '../../src/methods/email/verify-request-page.ts'
import { accountPage } from '../../src/pages/account-page.ts'
import { accountPageText } from '../../src/pages/account-text.ts'
import { describeError } from '../../src/pages/alert.ts'
import { errorPage } from '../../src/pages/error-page.ts'
import { methodText } from '../../src/pages/frame.ts'
import type { Page } from '../../src/pages/layout.ts'
import { messagePage } from '../../src/pages/message-page.ts'
import { signInPage } from '../../src/pages/sign-in-page.ts'
import { signOutPage } from '../../src/pages/sign-out-page.ts'
import { text } from '../../src/pages/text.ts'
import Apple from '../../src/providers/apple.ts'
import Discord from '../../src/providers/discord.ts'
import Facebook from '../../src/providers/facebook.ts'
import GitHub from '../../src/providers/github.ts'
import Google from '../../src/providers/google.ts'
import * as providers from '../../src/providers/index.ts'
import Microsoft from '../../src/providers/microsoft.ts'
import TikTok from '../../src/providers/tiktok.ts'
import X from '../../src/providers/twitter.ts'
import type { PageFrame } from '../../src/types/language.ts'
import type { AccountSection, SignInView } from '../../src/types/views.ts'

const note =
  '<svg viewBox="0 0 24 24"><path fill="currentColor" d="M10 4h3c.3 2.5 1.8 4 4.5 4.3v3c-1.7 0-3.2-.5-4.5-1.4V15a5.5 5.5 0 1 1-5.5-5.5l1 .1v3.1a2.5 2.5 0 1 0 1.5 2.3z"/></svg>'
const rings =
  '<svg viewBox="0 0 24 24" fill="none" stroke-width="3"><circle cx="9" cy="12" r="6" stroke="#e2401b"/><circle cx="15" cy="12" r="6" stroke="#1b6fe2"/></svg>'

const acme =
  '<svg viewBox="0 0 40 40"><rect width="40" height="40" rx="11" fill="#5b3df5"/><path d="m12 28 8-17 8 17M15.5 22h9" fill="none" stroke="#fff" stroke-width="3.2" stroke-linecap="round" stroke-linejoin="round"/></svg>'

/** A frame with a name and nothing else. */
export const plain: PageFrame = { theme: { name: 'Acme' }, basePath: '/api/auth' }

/** A frame that uses the theme's words. */
const branded: PageFrame = {
  ...plain,
  theme: { name: 'Acme', logo: acme, brandColor: '#5b3df5' },
}

/** A platform's button. */
export function button(name: string, style: SignInView['style'] = {}): SignInView {
  const id = name.toLowerCase().replaceAll(' ', '-')
  return { name, submit: `Continue with ${name}`, action: `/api/auth/signin/${id}`, style }
}

const seven = [
  button('TikTok', { brandColor: '#fe2c55', logo: note }),
  button('Twin Rings', { brandColor: '#e2401b', logo: rings }),
  button('GitHub', { brandColor: '#24292f' }),
  button('Discord', { brandColor: '#5865f2' }),
  button('Kakao', { brandColor: '#fee500' }),
  button('Spotify', { brandColor: '#1db954' }),
  button('An Organisation With a Really Rather Long Name', { brandColor: '#0a66c2' }),
]

const syllables = ['Nova', 'Lumo', 'Kite', 'Pari', 'Solo', 'Verdo', 'Quill', 'Oriel', 'Zenth']

const hundred = Array.from({ length: 100 }, (_, index) => {
  const known = seven[index]
  const hue = ((index * 7919) % 0xffffff).toString(16).padStart(6, '0')
  return (
    known ??
    button(`${syllables[index % 9]}${syllables[(index * 5 + 2) % 8]?.toLowerCase()}`, {
      brandColor: `#${hue}`,
    })
  )
})

/** The button of a platform that comes with Portico, with its real mark. */
function platform(provider: unknown): SignInView[] {
  const config = typeof provider === 'function' ? provider({}) : provider
  const { name, style, type, button: facts } = config
  if (!['oauth', 'oidc'].includes(type)) return []
  return [{ ...button(facts?.name ?? name, style), ...facts }]
}

/** Every platform that comes with Portico. */
const all = Object.values(providers).flatMap(platform)

/** What many applications offer. */
export const eight: SignInView[] = [
  Google,
  Apple,
  TikTok,
  Microsoft,
  GitHub,
  Facebook,
  X,
  Discord,
].flatMap(platform)

const email: SignInView = {
  name: 'Email',
  action: '/api/auth/signin/email',
  submit: 'Email me a link',
  inputs: [
    {
      name: 'email',
      label: 'Email',
      type: 'email',
      placeholder: 'you@example.com',
      autocomplete: 'email',
      required: true,
    },
  ],
}

const password: SignInView = {
  name: 'Password',
  action: '/api/auth/callback/credentials',
  submit: 'Sign in',
  inputs: [
    { name: 'username', label: 'User name', type: 'text', autoComplete: 'username' },
    { name: 'password', label: 'Password', type: 'password', autoComplete: 'current-password' },
  ],
}

const passkey: SignInView = {
  name: 'Passkey',
  submit: 'Sign in with a passkey',
  action: '/api/auth/callback/passkey',
  icon: 'key',
  data: { passkey: 'authenticate', provider: 'passkey' },
  script: '/api/auth/passkey.js',
  noScript: 'Passkeys need JavaScript.',
  more: {
    summary: 'New here? Sign up with a passkey',
    submit: 'Create a passkey',
    action: '/api/auth/callback/passkey',
    icon: 'key',
    inputs: [{ name: 'name', label: 'Your name', autocomplete: 'name', required: true }],
  },
}

const now = Date.parse('2026-06-03T14:09:00Z')
/** Four ways to sign in, of every kind. */
const four: SignInView[] = [
  ...eight.filter(({ name }) => name === 'TikTok'),
  passkey,
  email,
  password,
]

const csrfToken = 'csrf'
const callbackUrl = 'https://app.test/home'
const action = { action: '/api/auth/account', fields: { csrfToken } }
const shared = { fields: { csrfToken, callbackUrl } }

const addresses: AccountSection = {
  title: 'Email',
  none: 'You have no email address yet.',
  items: [
    {
      name: 'ada@example.com',
      icon: 'mail',
      facts: ['You can sign in with a link or code sent here'],
    },
  ],
}

const platforms: AccountSection = {
  title: 'Platforms',
  none: 'No platform is connected yet.',
  items: [
    ...eight.slice(2, 5).map(({ name, style }) => ({
      name,
      style,
      facts: ['ada@example.com'],
      actions: [{ ...action, label: 'Disconnect', removes: 'one' }],
    })),
    ...eight
      .slice(5, 7)
      .map(({ name, style }) => ({ name, style, actions: [{ ...action, label: 'Connect' }] })),
  ],
}

const passkeys: AccountSection = {
  title: 'Passkeys',
  none: 'You have no passkey yet.',
  items: [
    {
      name: 'Laptop',
      icon: 'key',
      facts: [
        { label: 'Added', at: new Date('2026-01-05T10:00:00Z'), date: true },
        { label: 'Last used', at: new Date('2026-06-03T14:05:00Z') },
      ],
      actions: [{ ...action, label: 'Remove', removes: 'two' }],
      rename: action,
    },
    { name: 'Phone', icon: 'key', actions: [{ ...action, label: 'Remove', removes: 'three' }] },
  ],
  add: { ...passkey, submit: 'Add a passkey', data: { passkey: 'register', provider: 'passkey' } },
}

/** Every page in the states that people meet, by name. */
export const gallery: Readonly<Record<string, Page>> = {
  'signin-one': signInPage({ frame: plain, ...shared, methods: seven.slice(0, 1) }),
  'signin-seven': signInPage({ frame: branded, ...shared, methods: seven }),
  'signin-hundred': signInPage({ frame: branded, ...shared, methods: [...hundred, email] }),
  'signin-everything': signInPage({
    frame: branded,
    ...shared,
    methods: [...seven.slice(0, 3), passkey, email, password],
    problem: describeError('CredentialsSignin', branded),
  }),
  'signin-form': signInPage({ frame: plain, ...shared, methods: [password] }),
  'signin-nothing': signInPage({ frame: { theme: {}, basePath: '/auth' }, ...shared, methods: [] }),
  'signin-rtl': signInPage({
    frame: {
      ...branded,
      lang: 'ar',
      dir: 'rtl',
      text: {
        signInTo: (name) => `تسجيل الدخول إلى ${name}`,
        signInWith: (name) => `المتابعة باستخدام ${name}`,
        or: 'أو',
      },
    },
    ...shared,
    methods: [...seven.slice(0, 3), email],
  }),
  'signin-eight': signInPage({ frame: plain, ...shared, methods: eight }),
  'signin-all': signInPage({ frame: plain, ...shared, methods: [...all, email] }),
  'signin-found': signInPage({ frame: plain, ...shared, methods: all, wanted: 'git' }),
  'signin-none-found': signInPage({ frame: plain, ...shared, methods: all, wanted: 'quux' }),
  'signin-four': signInPage({ frame: plain, ...shared, methods: four }),
  'signin-last-used': signInPage({
    frame: branded,
    ...shared,
    methods: four.map((view) => ({ ...view, lastUsed: view.name === 'TikTok' })),
  }),
  'signin-wrong-password': signInPage({
    frame: plain,
    ...shared,
    methods: [
      ...eight.slice(0, 2),
      email,
      {
        ...password,
        problem: describeError('CredentialsSignin', plain),
        inputs: password.inputs?.map((input) =>
          input.name === 'username' ? { ...input, value: 'ada' } : { ...input, autofocus: true },
        ),
      },
    ],
  }),
  'signin-cancelled': signInPage({
    frame: plain,
    ...shared,
    methods: four,
    problem: {
      title: 'Sign-in canceled',
      text: 'Try again, or choose another way to sign in.',
      neutral: true,
      hint: 'The person cancelled at the platform.',
    },
  }),
  'signin-in-app': signInPage({
    frame: plain,
    ...shared,
    methods: [...eight.slice(0, 3), email],
    notice: { title: text.inApp('Google'), text: text.inAppText, neutral: true },
  }),
  'signin-themed': signInPage({
    frame: {
      ...plain,
      theme: {
        name: 'Acme',
        logo: acme,
        logoDark: acme.replace('#5b3df5', '#ff9f6b'),
        brandColor: '#5b3df5',
        brandColorDark: '#ff9f6b',
        radius: '0',
        font: 'Georgia, serif',
      },
    },
    ...shared,
    methods: four,
  }),
  signout: signOutPage({ frame: branded, csrfToken, callbackUrl, user: 'ada@example.com' }),
  error: errorPage({ frame: branded, problem: describeError('FlowExpired', branded) }),
  'error-developer': errorPage({
    frame: plain,
    problem: describeError('FlowMissing', plain),
    developer: {
      code: 'FlowMissing',
      hint: 'No flow cookie belongs to this callback. Common causes: cookies blocked, another host name than at the start (localhost and 127.0.0.1 differ), http instead of https.',
      details: {
        provider: 'tiktok',
        cookie: '__Host-portico.flow.9f2c',
        message: 'No cookie of this flow came with the request',
      },
    },
  }),
  'verify-request': verifyRequestPage({
    frame: branded,
    say: methodText(branded, 'email', emailText),
    email: 'ada@example.com',
    code: action,
    resend: action,
  }),
  'verify-request-again': verifyRequestPage({
    frame: plain,
    say: methodText(plain, 'email', emailText),
    email: 'ada@example.com',
    code: action,
    resend: action,
    sentAgain: true,
  }),
  'verify-request-wrong': verifyRequestPage({
    frame: plain,
    say: methodText(plain, 'email', emailText),
    code: action,
    problem: describeError('Verification', plain),
  }),
  confirm: confirmPage({
    frame: branded,
    say: methodText(branded, 'email', emailText),
    address: 'ada@example.com',
    yes: action,
  }),
  message: messagePage({
    frame: branded,
    title: 'Your account was deleted',
    text: 'We are sorry to see you go.',
    link: { href: '/', label: 'Go to the start page' },
  }),
  account: accountPage({
    frame: branded,
    say: accountPageText(branded),
    now,
    user: { name: 'Ada Lovelace', email: 'ada@example.com', image: 'https://pictures.test/gone' },
    editName: { action: '/api/auth/account', fields: { action: 'update' } },
    csrfToken,
    sections: [addresses, platforms, passkeys],
    problem: { title: 'You’re signed out everywhere else', text: '', neutral: true },
    sessions: [
      {
        device: 'Firefox on Linux',
        place: 'Turin',
        lastUsed: new Date('2026-06-03T14:05:00Z'),
        current: true,
      },
      { device: 'Safari on iPhone', lastUsed: new Date('2026-06-01T08:30:00Z'), end: action },
    ],
    endSessions: action,
    deleteAccount: action,
  }),
  'account-bare': accountPage({
    frame: plain,
    say: accountPageText(plain),
    now,
    user: { name: null, email: null },
    sections: [
      { ...platforms, items: [] },
      { ...passkeys, items: [] },
      {
        ...addresses,
        items: [],
        add: { ...email, submit: 'Email me a link', action: '/api/auth/signin/email' },
      },
    ],
  }),
}
