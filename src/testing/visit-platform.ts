import type { Decision, Emulator, Platform } from '../emulator/index.ts'
import { arrival } from './arrival.ts'

/** The hosts at which platforms answer. */
export function hostsOf(platforms: readonly Platform[]): ReadonlySet<string> {
  const endpoints = platforms.flatMap((platform) => platform.endpoints)
  return new Set(endpoints.map(({ url }) => new URL(url).host))
}

/** Visits an emulated platform as a person would; returns where it sends the browser, or throws with the text of its page. */
export async function visitPlatform(
  platform: Emulator,
  url: string,
  decision: Decision,
): Promise<string | Request> {
  const hosts = hostsOf(platform.platforms)
  const isEmulated = (address: string) => hosts.has(new URL(address).host)
  if (!isEmulated(url)) {
    throw new Error(
      `The sign-in leads to ${new URL(url).host}, which is not emulated. Pass its platform to testAuth: { platforms: [oauth2(…)] }.`,
    )
  }
  const answer = await platform.decide(url, decision)
  const location = answer.headers.get('location')
  // A platform that does not accept the request redirects to its own error page.
  if (location !== null && isEmulated(location)) {
    return arrival(await platform.handler(new Request(location)))
  }
  return arrival(answer)
}
