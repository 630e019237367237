import type { Context } from '../context.ts'
import type { ConnectedAccount, OpenSession } from '../identity/people.ts'
import { accountPage, type PlatformView } from '../pages/account.ts'
import { respond } from '../pages/respond.ts'
import type { User } from '../types/nouns.ts'
import { formTargets } from './pages.ts'

/** The page where people see and end what belongs to them. */
export function showAccount(
  context: Context,
  view: {
    user: User
    accounts: ConnectedAccount[]
    sessions: OpenSession[]
    csrfToken: string
  },
): Response {
  const { config, base } = context
  const { user, accounts, sessions, csrfToken } = view
  const action = (fields: Record<string, string>) => ({
    action: `${base}/account`,
    fields: { csrfToken, ...fields },
  })
  const page = accountPage({
    frame: { theme: config.theme, basePath: config.basePath },
    user,
    platforms: platformsOf(context, accounts, csrfToken),
    sessions: sessions.map(({ id, userAgent, ip, lastUsedAt, current }) => ({
      device: userAgent,
      place: ip,
      lastUsed: lastUsedAt,
      current,
      end: action({ action: 'end', id }),
    })),
    endSessions: sessions.length > 1 ? action({ action: 'endOthers' }) : undefined,
    deleteAccount: action({ action: 'delete' }),
  })
  return respond(page, { formTargets: formTargets(context) })
}

function platformsOf(
  { config, base }: Context,
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
        : { link: 'true', callbackUrl: `${base}/account` }),
    }
    const where = connected ? `${base}/account` : `${base}/signin/${id}`
    return { name, style, [connected ? 'disconnect' : 'connect']: { action: where, fields } }
  })
}
