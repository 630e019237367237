import { Auth, type Passwords, type UserEvent } from '../../src/index.ts'
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

/** Without it there are neither. */
const without = Auth({ storage, providers: [TikTok] })
// @ts-expect-error: nobody brings it
void without.passwords
// @ts-expect-error: nobody emits it
Auth({ storage, providers: [TikTok], events: { resetPassword: () => undefined } })
// @ts-expect-error: there is no such identifier
Password({ identifier: 'phone' })
