import type { Emulator } from '../../src/emulator/index.ts'
import { practiceApp } from '../../src/emulator/platforms/oauth2/registration.ts'
import { Auth, type AuthConfig, type AuthInstance, type Provider } from '../../src/index.ts'
import { SecondFactor } from '../../src/parts/second-factor.ts'
import Email from '../../src/providers/email.ts'
import GitHub from '../../src/providers/github.ts'
import Google from '../../src/providers/google.ts'
import Guest from '../../src/providers/guest.ts'
import Passkey from '../../src/providers/passkey.ts'
import Password from '../../src/providers/password.ts'
import TikTok from '../../src/providers/tiktok.ts'

/** The local platforms, and the inbox beside them. */
export interface Practice {
  emulator: Emulator
  url: string
}

/** What the demo's sign-in needs from outside. */
export interface Surroundings {
  /** Where people open the demo. */
  url: string
  secret: string
  /** The SQLite file. */
  database: string
  /** Nothing for the real TikTok. */
  practice?: Practice
  /** What TikTok told about people who signed in, by user. An application would keep it in its own table. */
  told: Map<string, Told>
}

/** What the demo asks TikTok for besides a name and a picture; the person may decline either. */
export interface Told {
  username?: string | undefined
  follower_count?: number | undefined
}

/** The whole set-up: TikTok, and with the practice platform every other way in too. */
export function createAuth(surroundings: Surroundings): AuthInstance {
  const { url, secret, database, practice, told } = surroundings
  // `kit: 'desktop'` is TikTok's rule for localhost.
  const fields = ['username', 'follower_count'] as const
  if (!practice) {
    const providers = [TikTok({ kit: 'desktop', fields })]
    return Auth({ url, secret, database, theme, events: remember(told), providers })
  }
  const { emulator } = practice
  return Auth({
    url,
    secret,
    database,
    theme,
    runtime: { emulator: practice.url, now: emulator.clock.now },
    events: remember(told),
    providers: [
      TikTok({
        kit: 'desktop',
        fields,
        clientId: tiktokKeys.client_key,
        clientSecret: tiktokKeys.client_secret,
        // TikTok lets those pass who consented before; here people want to choose each time.
        authorization: { params: { disable_auto_auth: '1' } },
      }),
      Google(keys('google')),
      GitHub(keys('github')),
      mailToInbox(emulator),
      Passkey,
      // Its mails go to the inbox as well, and the list of leaked passwords is played too.
      Password,
      Guest,
    ],
    parts: [SecondFactor()],
  })
}

/** The demo, as the practice TikTok knows it: a sandbox, whose key begins with `sbaw`. */
export const tiktokKeys = {
  client_key: 'sbawpractice000001',
  client_secret: 'practice-secret-of-the-sandbox-01',
}

/** The keys under which the practice platform knows the demo. */
function keys(platform: string): { clientId: string; clientSecret: string } {
  const { client_id, client_secret = '' } = practiceApp(platform)
  return { clientId: client_id, clientSecret: client_secret }
}

const theme = { name: 'Portico Demo' }

function remember(told: Map<string, Told>): NonNullable<AuthConfig['events']> {
  return {
    signIn({ user, profile }) {
      if (user.id && profile?.data) told.set(user.id, profile.data.user)
    },
  }
}

/** Links and codes arrive in the practice platform's inbox, so that they can be tried offline. */
function mailToInbox({ inbox }: Emulator): Provider {
  return Email({
    sendVerificationRequest: ({ identifier, mail }) =>
      void inbox.deliver({ to: identifier, ...mail }),
  })
}
