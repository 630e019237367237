import type { Authorization, Outcome, SignIn } from '../authorization.ts'
import { avatar } from '../avatar.ts'
import { keepCode } from '../issued-tokens.ts'
import { own } from '../own-property.ts'
import { text } from '../reply.ts'
import { signInEndpoints } from '../sign-in.ts'
import type { Endpoint, Exchange, Platform } from '../types.ts'
import { apiFaults, oauthFaults, unsupportedPath } from './tiktok/answers.ts'
import { appLibrary } from './tiktok/app-library.ts'
import { judge } from './tiktok/authorize.ts'
import { grounds } from './tiktok/grounds.ts'
import { cdn, isGoodAvatar, practicePeople, type TikTokPerson } from './tiktok/people.ts'
import { openScanned, qrCodeEndpoints } from './tiktok/qr-code.ts'
import {
  checkRegistration,
  practiceApps,
  redirectUris,
  scopes,
  type TikTokApp,
} from './tiktok/registration.ts'
import { type Doubts, settled, type TikTokState } from './tiktok/tiktok-state.ts'
import { newCode, revoke, token } from './tiktok/token.ts'
import { userInfo } from './tiktok/user-info.ts'
import { createWebhooks } from './tiktok/webhooks.ts'

/** The registrations at the practice TikTok. */
export type TikTokOptions = {
  readonly apps?: readonly TikTokApp[]
  readonly personas?: readonly TikTokPerson[]
  /** Choices where TikTok's documentation is unclear. */
  readonly doubts?: Partial<Doubts>
}

const id = 'tiktok'
const name = 'TikTok'
const authorize = 'https://www.tiktok.com/v2/auth/authorize/'
const api = 'https://open.tiktokapis.com/v2'

const failures: Readonly<Record<string, { label?: string; codes: Record<string, string> }>> = {
  denied: { codes: { error: 'access_denied', error_description: 'user canceled auth' } },
  non_sandbox_target: {
    label: 'This account is not a sandbox tester',
    codes: {
      error: 'access_denied',
      error_description: 'The user is not a target user of the sandbox',
      error_type: 'non_sandbox_target',
    },
  },
  ineligible: {
    label: 'This account may not use third-party sign-in',
    codes: {
      error: 'access_denied',
      error_description: 'The user is not eligible for third-party login or authorization',
    },
  },
  server_error: {
    label: 'Server error',
    codes: { error: 'server_error', error_description: 'Something went wrong' },
  },
  temporarily_unavailable: {
    label: 'Temporarily unavailable',
    codes: { error: 'temporarily_unavailable', error_description: 'Try again later' },
  },
}

/**
 * A practice TikTok, written from the platform's documentation and from recordings of its
 * answers: Login Kit for Web, Desktop, iOS and Android, Minis, QR codes, tokens, user info and webhooks.
 */
export function tiktok(options: TikTokOptions = {}): Platform {
  const { apps = practiceApps, personas = practicePeople } = options
  for (const app of apps) checkRegistration(app)
  const practice: TikTokState = {
    platform: id,
    apps,
    people: personas,
    doubts: settled(options.doubts),
  }
  const signIn = toSignIn(practice)
  return {
    id,
    name,
    personas,
    apps: apps.map((app) => ({
      client_id: app.client_key,
      name: app.name ?? app.client_key,
      note: app.environment ?? 'production',
      redirect_uris: redirectUris(app),
    })),
    endpoints: [
      ...signInEndpoints(signIn),
      ...qrCodeEndpoints(practice, api, signIn),
      appLibrary(practice, signIn),
      ...endpoints(practice),
    ],
    grounds,
    opens: openScanned,
    missing: ({ url }) => (url.origin === new URL(api).origin ? unsupportedPath() : notFound()),
    webhooks: createWebhooks(practice),
  }
}

function endpoints(practice: TikTokState): readonly Endpoint[] {
  return [
    {
      name: 'token',
      url: `${api}/oauth/token/`,
      methods: ['POST'],
      answer: (exchange) => token(practice, exchange),
      faults: oauthFaults,
    },
    {
      name: 'revoke',
      url: `${api}/oauth/revoke/`,
      methods: ['POST'],
      answer: (exchange) => revoke(practice, exchange),
      faults: oauthFaults,
    },
    {
      name: 'userinfo',
      url: `${api}/user/info/`,
      methods: ['GET'],
      answer: (exchange) => userInfo(practice, exchange),
      faults: apiFaults,
    },
    {
      name: 'avatar',
      url: `${cdn}/practice/*`,
      methods: ['GET'],
      answer: (exchange) =>
        isGoodAvatar(exchange.context, exchange.url) ? portrait(practice, exchange) : forbidden(),
    },
    {
      name: 'portrait',
      url: `${cdn}/portrait/*`,
      methods: ['GET'],
      quiet: true,
      answer: (exchange) => portrait(practice, exchange),
    },
  ]
}

function toSignIn(practice: TikTokState): SignIn {
  const { people, doubts } = practice
  return {
    platform: id,
    name,
    authorize:
      doubts.authorizeSlash === 'optional' ? [authorize, authorize.slice(0, -1)] : [authorize],
    personas: people,
    meanings: scopes,
    fixed: doubts.basicScope === 'fixed' ? ['user.info.basic'] : [],
    failures: Object.fromEntries(
      Object.entries(failures).flatMap(([why, { label }]) => (label ? [[why, label]] : [])),
    ),
    judge: (parameters) => judge(practice, parameters),
    accept: (ask, persona, granted, exchange) => accept(practice, ask, persona, granted, exchange),
    refuse: (ask, why) => refuse(practice, ask, why),
  }
}

function accept(
  practice: TikTokState,
  ask: Authorization,
  persona: string,
  granted: readonly string[],
  { context }: Exchange,
): Outcome {
  const person = practice.people.find((one) => one.id === persona)
  const app = practice.apps.find((one) => one.client_key === ask.client_id)
  if (!person || !app || person.banned) return refuse(practice, ask, 'ineligible')
  const isTarget = app.target_users?.includes(persona) ?? person.target !== false
  if (app.environment === 'sandbox' && !isTarget) return refuse(practice, ask, 'non_sandbox_target')
  const code = newCode(context)
  const { client_id, redirect_uri, details } = ask
  const facts = { platform: id, client_id, redirect_uri, persona, scopes: granted, details }
  keepCode(context, code, facts, practice.doubts.codeLifetime)
  return { back: ask, with: { code, scopes: granted.join(','), ...createState(ask) } }
}

function refuse({ doubts }: TikTokState, ask: Authorization, why: string): Outcome {
  const { codes } = own(failures, why) ?? { codes: { error: why } }
  if (why === 'non_sandbox_target' && doubts.nonTarget === 'page') {
    return { stop: codes, advice: 'Add this account to the sandbox’s target users.' }
  }
  return {
    back: ask,
    with: { ...codes, ...(doubts.stateOnError === 'echoed' && createState(ask)) },
  }
}

function createState({ state }: Authorization): { state?: string } {
  return state === undefined ? {} : { state }
}

function portrait({ people }: TikTokState, { url }: Exchange): Response {
  const [, persona] = /^\/\w+\/([\w-]+)/.exec(url.pathname) ?? []
  const person = people.find((one) => one.id === persona)
  return person ? avatar(person.name) : notFound()
}

function forbidden(): Response {
  return text('Access Denied', 403)
}

function notFound(): Response {
  return text('Not found', 404)
}
