import type { AuthConfig, OutgoingMail } from '../../src/index.ts'
import { AccessTokens } from '../../src/parts/access-tokens.ts'
import { ChangeEmail } from '../../src/parts/change-email.ts'
import { DeviceSignIn } from '../../src/parts/device-sign-in.ts'
import { Jwt } from '../../src/parts/jwt.ts'
import { NativeApps } from '../../src/parts/native-apps.ts'
import { Notices } from '../../src/parts/notices.ts'
import { Operators } from '../../src/parts/operators.ts'
import { SecondFactor } from '../../src/parts/second-factor.ts'
import Guest from '../../src/providers/guest.ts'
import Password from '../../src/providers/password.ts'
import type { Secrets } from './secrets.ts'

/** A mail of a part, with what its reader uses. */
export interface Letter {
  to: string
  link: string
  code: string
}

/** The way back into the app that signs people in. */
export const appRedirect = 'com.acme.app:/signed-in'

/** The program that people sign in on by a code. */
export const deviceClient = 'acme-tv'

/** Whether the application of a seed has every part: half of them do, of both kinds of sessions, in all surroundings. */
export function hasPowers(seed: number): boolean {
  return seed % 7 < 4
}

/** Every part, with the ways to sign in that come with one; guests and apps need sessions that are stored. */
export function powers(
  strategy: 'cookie' | 'database',
  letters: Letter[],
  secrets: Secrets,
): { providers: AuthConfig['providers']; parts: NonNullable<AuthConfig['parts']> } {
  const isStored = strategy === 'database'
  const send = (mail: OutgoingMail) => {
    const link = /https:\S+/.exec(mail.text)?.[0] ?? ''
    const code = /\b(\d{3})[ \u00a0](\d{3})\b/.exec(mail.text)?.slice(1).join('') ?? ''
    secrets.add('mail', link === '' ? undefined : new URL(link).searchParams.get('token'))
    secrets.add('mail', code)
    letters.push({ to: mail.to, link, code })
    if (letters.length > 20) letters.shift()
  }
  return {
    providers: [Password({ send, breached: false }), ...(isStored ? [Guest] : [])],
    parts: [
      SecondFactor(),
      AccessTokens({ scopes: ['read', 'write'] }),
      DeviceSignIn({ clients: { [deviceClient]: 'Acme TV' } }),
      Jwt({ audience: 'https://api.test' }),
      ChangeEmail({ send }),
      Operators(),
      Notices({ send }),
      ...(isStored ? [NativeApps([{ id: 'acme', name: 'Acme', redirects: [appRedirect] }])] : []),
    ],
  }
}
