import type { Row } from '../../../stores/sql/dialect.ts'
import type {
  ImportedAccount,
  ImportedPasskey,
  ImportedPerson,
  ImportedSession,
} from '../person.ts'
import { platformNames } from '../platform-names.ts'
import { date, text, yes } from '../values.ts'
import { decrypt } from './decrypt.ts'

/** The rows of one user. */
export interface TheirRows {
  readonly user: Row
  readonly accounts: readonly Row[]
  readonly sessions: readonly Row[]
  readonly factors: readonly Row[]
  readonly passkeys: readonly Row[]
}

/** Columns of a user that are read elsewhere, or mean nothing here. */
const ownColumns = new Set([
  ...['id', 'name', 'email', 'emailVerified', 'image', 'updatedAt', 'username'],
  ...['twoFactorEnabled', 'banned', 'banReason', 'banExpires', 'lastLoginMethod'],
])

/** A person, from their rows in Better Auth's tables. */
export function toPerson(rows: TheirRows, secrets: readonly string[]): ImportedPerson {
  const { user } = rows
  const id = text(user.id) ?? ''
  const verified = date(user.updatedAt) ?? date(user.createdAt) ?? new Date(0)
  return {
    place: `user ${id}`,
    id,
    email: text(user.email),
    emailVerified: yes(user.emailVerified) ? verified : undefined,
    name: text(user.name),
    image: text(user.image),
    extra: extraOf(user),
    username: text(user.username),
    password: passwordOf(rows),
    accounts: rows.accounts.filter(isPlatform).map((row) => toAccount(row, secrets)),
    ...secondFactorOf(rows, secrets),
    passkeys: rows.passkeys.map(toPasskey),
    sessions: rows.sessions.map(toSession),
    speaksOf: ['factor', 'lock'],
    ...blockOf(rows),
    ...refusalOf(rows, secrets),
  }
}

function isPlatform({ providerId }: Row): boolean {
  return text(providerId) !== 'credential'
}

function passwordOf({ accounts }: TheirRows): string | undefined {
  return text(accounts.find((row) => !isPlatform(row))?.password)
}

function toAccount(row: Row, secrets: readonly string[]): ImportedAccount {
  const provider = text(row.providerId) ?? ''
  // Tokens are encrypted if `account.encryptOAuthTokens` is set. A token that no secret opens is plain.
  const token = (value: unknown) => {
    const written = text(value)
    return written && (decrypt(written, secrets) ?? written)
  }
  const expires = date(row.accessTokenExpiresAt)
  return {
    provider: platformNames.get(provider) ?? provider,
    providerAccountId: text(row.accountId) ?? '',
    access_token: token(row.accessToken),
    refresh_token: token(row.refreshToken),
    id_token: token(row.idToken),
    expires_at: expires && Math.floor(expires.getTime() / 1000),
    scope: text(row.scope)?.replaceAll(',', ' '),
  }
}

/** The person's authenticator app, if it was confirmed. Before 1.5 there was no column for that. */
function factorIn({ factors, user }: TheirRows): Row | undefined {
  const [row] = factors
  const isOn = user.twoFactorEnabled === undefined || yes(user.twoFactorEnabled)
  return row && isOn && (row.verified == null || yes(row.verified)) ? row : undefined
}

function secondFactorOf(
  rows: TheirRows,
  secrets: readonly string[],
): Pick<ImportedPerson, 'totp' | 'recoveryCodes'> {
  const row = factorIn(rows)
  const secret = row && decrypt(text(row.secret) ?? '', secrets)
  if (!row || !secret) return {}
  const codes = text(row.backupCodes) ?? ''
  return {
    totp: { secret, form: 'text' },
    recoveryCodes: codesIn(decrypt(codes, secrets) ?? codes),
  }
}

function codesIn(json: string): string[] {
  try {
    const list: unknown = JSON.parse(json)
    return Array.isArray(list) ? list.filter((code) => typeof code === 'string') : []
  } catch {
    return []
  }
}

/** The block for a ban. One that has expired ends by itself. */
function blockOf({ user }: TheirRows): Pick<ImportedPerson, 'blocked'> {
  if (!yes(user.banned)) return {}
  return { blocked: { until: date(user.banExpires), reason: text(user.banReason) } }
}

/** The reason to refuse people whose second factor cannot be imported: they must not sign in with less than before. */
function refusalOf(rows: TheirRows, secrets: readonly string[]): { refused?: string } {
  const { user } = rows
  const row = factorIn(rows)
  if (yes(user.twoFactorEnabled) && !row)
    return { refused: 'has a second factor that is not in the tables' }
  if (row && !decrypt(text(row.secret) ?? '', secrets))
    return { refused: 'has a second factor that BETTER_AUTH_SECRET does not open' }
  return {}
}

function toPasskey(row: Row): ImportedPasskey {
  return {
    credentialID: text(row.credentialID) ?? '',
    publicKey: text(row.publicKey) ?? '',
    counter: Number(row.counter ?? 0),
    deviceType: text(row.deviceType) ?? 'singleDevice',
    backedUp: yes(row.backedUp),
    transports: text(row.transports),
    name: text(row.name),
    createdAt: date(row.createdAt),
  }
}

function toSession(row: Row): ImportedSession {
  return {
    token: text(row.token) ?? '',
    expires: date(row.expiresAt) ?? new Date(0),
    createdAt: date(row.createdAt) ?? new Date(0),
  }
}

/** The columns that the application or a plugin added. */
function extraOf(user: Row): Record<string, string> {
  const entries = Object.entries(user).flatMap(([name, value]): [string, string][] => {
    const written = value instanceof Date ? value.toISOString() : text(value)
    return ownColumns.has(name) || written === undefined ? [] : [[name, written]]
  })
  return Object.fromEntries(entries)
}
