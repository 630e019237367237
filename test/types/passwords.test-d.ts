import {
  Auth,
  type Passkeys,
  type Passwords,
  type Provider,
  type UserEvent,
} from '../../src/index.ts'
import Passkey from '../../src/providers/passkey.ts'
import Password from '../../src/providers/password.ts'
import TikTok from '../../src/providers/tiktok.ts'
import { memory } from '../../src/storage/memory.ts'

const storage = memory()

/** `Password` brings its calls and its events. */
const auth = Auth({
  storage,
  providers: [Password({ minimum: 20 }), TikTok],
  events: { resetPassword: ({ userId }: UserEvent) => void userId.trim() },
})
export const passwords: Passwords = auth.passwords

/** The same holds for passkeys. */
export const passkeys: Passkeys = Auth({ storage, providers: [Passkey({}), TikTok] }).passkeys

/** Without it there are neither. */
const without = Auth({ storage, providers: [TikTok] })
// @ts-expect-error: nobody brings it
void without.passwords
// @ts-expect-error: nobody emits it
Auth({ storage, providers: [TikTok], events: { resetPassword: () => undefined } })
/** A list of any providers may have it. */
const any: Provider[] = [TikTok]
export const perhaps: Passwords | undefined = Auth({ storage, providers: any }).passwords

// @ts-expect-error: there is no such identifier
Password({ identifier: 'phone' })
