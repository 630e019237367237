import type { App } from '../app.ts'
import { AuthError } from '../errors.ts'
import type { Body } from '../http/body.ts'
import { allItems } from '../identity/all-items.ts'
import { assertAnswered, itemsOf } from '../identity/items.ts'
import { canonicalAddress } from '../methods/email/address.ts'
import { requireOperation, requireStorage } from '../services/require-storage.ts'
import type { StoredUser } from '../types/storage.ts'
import { username } from './kinds.ts'
import type { ResolvedPassword } from './resolved.ts'

/** Letters of every script; an @ would make it an address. */
const usernameForm = /^[\p{L}\p{N}][\p{L}\p{N}\p{M}._-]{2,29}$/u

/** The address or the username that a form names, in its one form: the same however it is capitalised, and with blanks around it. */
export function readIdentifier({ id, identifier }: ResolvedPassword, body: Body): string {
  if (identifier === 'email') return canonicalAddress(body.email)
  const written = typeof body.username === 'string' ? body.username : ''
  const name = written.normalize('NFKC').trim().toLowerCase()
  if (usernameForm.test(name)) return name
  throw new AuthError('CredentialsSignin', 'The form holds no username', {
    provider: id,
    field: 'username',
    status: 400,
    reason: 'username-invalid',
    hint: 'A username has 3 to 30 letters, digits, dots, hyphens and underscores.',
  })
}

/** The user whom an identifier names. For somebody and for nobody, the storage is asked once. */
export async function findUser(
  app: App,
  { identifier }: ResolvedPassword,
  account: string,
): Promise<StoredUser | null> {
  if (identifier === 'email') {
    const getUserByEmail = requireOperation(requireStorage(app.config), 'getUserByEmail')
    return (await getUserByEmail(account)) ?? null
  }
  const { user, ...found } = await itemsOf(app, username).findWithUser(account)
  assertAnswered(found)
  return user
}

/** The address and the usernames of somebody who is known. */
export async function namesOf(app: App, userId: string): Promise<(string | null | undefined)[]> {
  const user = await requireStorage(app.config).getUser?.(userId)
  const items = await allItems(itemsOf(app, username), userId)
  const usernames = items.flatMap((each) => (each.state === 'readable' ? [each.item.lookup] : []))
  return [user?.email, ...usernames]
}

/** The fields that a form shows again after a refusal. */
export function typedIdentifier(
  { identifier }: ResolvedPassword,
  body: Body,
): Record<string, string> {
  const typed = body[identifier]
  return typeof typed === 'string' ? { [identifier]: typed.slice(0, 254) } : {}
}
