import { decide } from '../emulator/consent-decision.ts'
import { isLoopback } from '../http/origin.ts'
import { arrival } from './arrival.ts'

/** Decides on the emulator's consent page over the network, as a person would. Throws if the platform is a real one. */
export async function atEmulator(
  url: string,
  provider: string,
  as: string | undefined,
): Promise<string | Request> {
  const { hostname, host } = new URL(url)
  if (!isLoopback(hostname)) {
    throw new Error(
      `${provider} is the real platform there, at ${host}. This works with the emulator only, in development.`,
    )
  }
  const browse = (request: Request) => fetch(request, { redirect: 'manual' })
  return arrival(await decide(browse, url, as === undefined ? {} : { as }))
}
