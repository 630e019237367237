import type { Contestant } from './contestant.ts'
import { signIn } from './sign-in.ts'
import type { Opened } from './surplus.ts'

/** An application of a contestant in which somebody has signed in. */
export async function open(
  contestant: Contestant,
  platform: string,
  database?: string,
): Promise<Opened> {
  const settings = { platform, providers: 1, ballast: 0 }
  const app = await contestant.open({ ...settings, ...(database && { database }) })
  const { cookie } = await signIn(app)
  const answer = await app.check(cookie)
  if (!answer.includes('Ada Lovelace')) throw new Error(`${contestant.name} answered ${answer}`)
  return { name: contestant.name, app }
}
