import type { Context } from '../context.ts'
import type { OwnPasskey } from '../identity/passkeys.ts'
import type { ConnectedAccount, OpenSession } from '../identity/people.ts'
import { accountPage, type PlatformView } from '../pages/account.ts'
import { respond } from '../pages/respond.ts'
import type { User } from '../types/models.ts'
import { formTargets } from './pages.ts'

/** The page where people see and end what belongs to them. */
export function showAccount(
  context: Context,
  view: {
    user: User
    accounts: ConnectedAccount[]
    passkeys: OwnPasskey[]
    sessions: OpenSession[]
    csrfToken: string
  },
): Response {
  const { config, baseUrl, origin } = context
  const { user, accounts, csrfToken } = view
  const sessions = view.sessions.toSorted((a, b) => Number(b.current) - Number(a.current))
  const provider = [...config.providers.values()].find(({ type }) => type === 'webauthn')
  const action = (fields: Record<string, string>) => ({
    action: `${baseUrl}/account`,
    fields: { csrfToken, ...fields },
  })
  const page = accountPage({
    frame: config.frame,
    user,
    // Without a storage nothing belongs to anybody but the session.
    platforms: config.storage && platformViews(context, accounts, csrfToken),
    passkeys:
      provider &&
      view.passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
        name,
        added: createdAt,
        lastUsed: lastUsedAt,
        rename: action({ action: 'renamePasskey', id }),
        remove: action({ action: 'removePasskey', id }),
      })),
    addPasskey: provider && {
      action: `${baseUrl}/callback/${provider.id}`,
      fields: { csrfToken, callbackUrl: `${baseUrl}/account` },
      provider: provider.id,
      script: `${config.basePath}/passkey.js`,
    },
    ...(sessions.length > 0 && {
      sessions: sessions.map(({ id, userAgent, ip, lastUsedAt, current }) => ({
        device: deviceName(userAgent),
        place: ip,
        lastUsed: lastUsedAt,
        current,
        end: action({ action: 'end', id }),
      })),
      endSessions: action({ action: 'endAll' }),
    }),
    deleteAccount: config.storage && action({ action: 'delete' }),
    home: `${origin}/`,
  })
  return respond(page, { formTargets: formTargets(context) })
}

function platformViews(
  { config, baseUrl }: Context,
  accounts: ConnectedAccount[],
  csrfToken: string,
): PlatformView[] {
  const oauth = [...config.providers.values()].filter(
    (provider) => 'clientAuthentication' in provider,
  )
  return oauth.map(({ id, name, style }) => {
    const connected = accounts.some((account) => account.provider === id)
    const fields = {
      csrfToken,
      ...(connected
        ? { action: 'disconnect', provider: id }
        : { link: 'true', callbackUrl: `${baseUrl}/account` }),
    }
    const where = connected ? `${baseUrl}/account` : `${baseUrl}/signin/${id}`
    return { name, style, [connected ? 'disconnect' : 'connect']: { action: where, fields } }
  })
}

const systems = ['iPhone', 'iPad', 'Android', 'Windows', 'Mac OS X', 'CrOS', 'Linux']
// Every browser claims to be the ones before it, so the one that claims least stands first.
const browsers = ['Edg', 'OPR', 'Firefox', 'Chrome', 'Safari']
const names: Record<string, string> = {
  'Mac OS X': 'Mac',
  CrOS: 'ChromeOS',
  Edg: 'Edge',
  OPR: 'Opera',
}

/** "Firefox on Windows"; the whole text when it is unlike any browser's. */
function deviceName(userAgent: string | undefined): string | undefined {
  const system = systems.find((name) => userAgent?.includes(name))
  const browser = browsers.find((name) => userAgent?.includes(`${name}/`))
  if (!system || !browser) return userAgent
  return `${names[browser] ?? browser} on ${names[system] ?? system}`
}
