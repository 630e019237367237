import type { App } from '../app.ts'
import { AuthError } from '../errors.ts'
import type { Cookie } from '../http/cookies.ts'
import { publicOrigin } from '../http/origin.ts'
import { type RequestSource, readHeader } from '../http/request-source.ts'
import { writeCookies } from '../http/write-cookies.ts'
import { tooLongForCookies } from '../services/cookie-room.ts'
import { noStorage } from '../services/require-storage.ts'
import type { SessionReader } from '../sessions/read-session.ts'
import type { TokenSet } from '../types/models.ts'
import type { TokenStore } from './access-tokens.ts'
import {
  type AccountChoice,
  type AccountTokens,
  clearedTokens,
  readChoice,
} from './account-tokens.ts'
import { isById, requireUserId } from './require-user.ts'

/** Without a storage, the tokens of each provider live in a sealed cookie of their own. */
type CookieAccounts = Record<string, TokenSet>

/** They belong to one user: whoever brings another one's session along gets nothing. */
interface SealedAccounts {
  userId: string
  accounts: CookieAccounts
}

/** The tokens in a request's cookie, if they are those of the user whose session came along. */
export async function readCookieTokens(
  { config, services }: App,
  cookie: string,
  secure: boolean,
  userId: string,
): Promise<CookieAccounts> {
  const sealed = config.cookies(secure).read(cookie, 'accounts')
  const claims = sealed ? await services.seal('accounts').open(sealed) : undefined
  // We sealed it, so it needs no validation.
  const kept = claims as SealedAccounts | undefined
  return kept && kept.userId === userId ? kept.accounts : {}
}

/**
 * The cookies that keep these tokens, beside so many bytes of a session. Tokens that no server would take back are left behind: whoever
 * brought them along would be refused everywhere.
 */
export async function writeCookieTokens(
  { config, services }: App,
  cookie: string,
  secure: boolean,
  { userId, accounts, besides }: SealedAccounts & { besides: number },
): Promise<Cookie[]> {
  const cookies = config.cookies(secure)
  const none = () => cookies.clear(cookie, cookies.name('accounts'))
  if (Object.keys(accounts).length === 0) return none()
  const sealed = await services.seal('accounts').seal({ userId, accounts })
  const bytes = besides + sealed.length
  const objection = tooLongForCookies(services, 'Tokens of platforms', bytes)
  if (objection) services.logger.error(objection)
  return objection
    ? none()
    : cookies.set(cookie, 'accounts', sealed, { maxAge: config.session.maxAge })
}

/** Tokens that live in sealed cookies, of which only a request can tell. */
export function cookieTokenStore(reader: SessionReader): TokenStore {
  return {
    async open(who, choice, { response, scopes }) {
      if (scopes) throw noStorage()
      const userId = await requireUserId(reader, who)
      if (!isById(who)) return cookieTokens(reader, { source: who, userId }, choice, response)
      throw new AuthError(
        'Unsupported',
        'Without a storage only a request can tell whose tokens are meant',
      )
    },
  }
}

/** Tokens that live in a sealed cookie of the request. */
async function cookieTokens(
  app: App,
  { source, userId }: { source: RequestSource; userId: string },
  choice: AccountChoice,
  response: Headers | undefined,
): Promise<AccountTokens> {
  const { provider, account } = readChoice(choice)
  const cookie = readHeader(source, 'cookie') ?? ''
  const secure = publicOrigin(app.config, source).startsWith('https:')
  const accounts = await readCookieTokens(app, cookie, secure, userId)
  const tokens = accounts[provider]
  if (!tokens || (account !== undefined && tokens.providerAccountId !== account))
    throw new AuthError('SignInAgain', `There are no tokens for ${provider}`, { provider })
  return {
    key: `${provider} ${tokens.refresh_token ?? tokens.access_token}`,
    tokens,
    async reread() {
      // Asked before a refresh: tokens that could not be kept afterwards would be lost.
      if (!response) throw withoutResponse(provider)
      return tokens
    },
    async keep(newer) {
      if (!response) throw withoutResponse(provider)
      // Whoever signs in leaves nothing of an earlier platform behind: these are all the tokens that there are.
      const next = newer === clearedTokens ? {} : { [provider]: { ...tokens, ...newer } }
      const besides = app.config.cookies(secure).read(cookie, 'session')?.length ?? 0
      const kept = { userId, accounts: next, besides }
      writeCookies(response, await writeCookieTokens(app, cookie, secure, kept))
      return true
    },
  }
}

function withoutResponse(provider: string): AuthError {
  return new AuthError('Unsupported', 'Changed tokens have no place to be kept', {
    provider,
    field: 'response',
    hint: 'Configure a database, or pass `{ response: response.headers }` to write the cookie.',
  })
}
