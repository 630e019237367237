import type { App } from '../app.ts'
import { AuthError } from '../errors.ts'
import { isBreached } from './breached.ts'
import type { ResolvedPassword } from './resolved.ts'

/** Nobody types more than this; more is an attempt to keep the processor busy. */
const maxPasswordLength = 1024

/** The refusals of a new password, by the word that pages and programs know them by. */
export type Refusal = 'password-short' | 'password-long' | 'password-name' | 'password-breached'

/**
 * Refuses a new password that is short, enormous, known from a leak or the name that is typed besides it; there are no rules about its
 * characters (NIST SP 800-63B-4 §3.1.1.2). Characters are counted as they are hashed, in NFC. `names` are the addresses and usernames of
 * the person.
 */
export async function assertGoodPassword(
  app: App,
  { id, minimum, breached }: ResolvedPassword,
  password: string,
  names: readonly (string | null | undefined)[],
): Promise<void> {
  const refuse = (reason: Refusal, why: string) =>
    new AuthError('CredentialsSignin', `The new password ${why}`, {
      provider: id,
      field: 'password',
      status: 400,
      reason,
      hint: 'The person has to choose another password.',
    })
  // Without this, a long text would be normalised first.
  if (password.length > maxPasswordLength) throw refuse('password-long', 'is too long')
  if ([...password.normalize('NFC')].length < minimum)
    throw refuse('password-short', `has fewer than ${minimum} characters`)
  if (names.some((name) => name && isName(password, name)))
    throw refuse('password-name', 'is the address or the username')
  if (breached && (await isBreached(app, password)))
    throw refuse('password-breached', 'has been in a leak')
}

/** True if a password is a name, whole or before its @, however it is capitalised. */
function isName(password: string, name: string): boolean {
  const [typed, whole] = [plain(password), plain(name)]
  return typed === whole || typed === whole.split('@')[0]
}

function plain(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase()
}
