import type { AuthInstance } from '../../src/index.ts'

/** The address of the inspector, as the log of an application tells it; empty where it tells none. */
export function toldAddress(said: readonly string[]): string {
  return /^Inspector: .* (http\S+)$/m.exec(said.join('\n'))?.[1] ?? ''
}

/** The cookie that the address in the log leads to, after a first request; empty where there is no inspector. */
export async function inspectorCookie(
  auth: AuthInstance,
  said: readonly string[],
  origin: string,
): Promise<string> {
  await auth.handler(new Request(`${origin}/api/auth/session`))
  const address = toldAddress(said)
  if (!address) return ''
  const [cookie = ''] = (await auth.handler(new Request(address))).headers.getSetCookie()
  return cookie.split(';', 1)[0] ?? ''
}
