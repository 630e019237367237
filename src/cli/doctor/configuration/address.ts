import type { AuthError } from '../../../errors.ts'
import { isLoopback } from '../../../http/origin.ts'
import type { Application } from '../../application.ts'
import { type Check, type Finding, problem, toFinding, unread, warning } from '../check.ts'

/** Checks the application's own address, and whose headers it trusts for it. */
export const address: Check<Application> = {
  name: 'address',
  look: (application) => [
    ...(application.isUnread ? [unread] : []),
    ...application.problems.filter(isAddressField).map(toFinding),
    ...ofThisMachine(application),
    ...believed(application),
    ...ofRoute(application),
  ],
}

const fields = ['url', 'AUTH_URL', 'basePath', 'mount', 'trustHost']

/** True if something is wrong with the address. */
export function isAddressField({ field = '' }: AuthError): boolean {
  return fields.includes(field)
}

function ofThisMachine({ config, production }: Application): Finding[] {
  const { origin } = config ?? {}
  if (!production || !origin || !isLoopback(new URL(origin).hostname)) return []
  return [
    problem(
      `The address is ${origin}, and platforms would send everybody to their own machine`,
      'Set AUTH_URL to the address that people use, with https://.',
    ),
  ]
}

function believed({ config }: Application): Finding[] {
  if (!config?.trustHost || config.origin) return []
  return [
    warning(
      'The address is taken from the Host and X-Forwarded-Host headers of each request',
      'Make sure that a proxy overwrites both, or set AUTH_URL.',
    ),
  ]
}

/** A page's address, copied whole, would move all routes below that page. */
function ofRoute({ config }: Application): Finding[] {
  const [whole, before = ''] =
    /^(.*)\/(signin|signout|error|callback(\/[\w-]+)?)$/.exec(config?.basePath ?? '') ?? []
  if (!whole || !config?.origin) return []
  return [
    warning(
      `The address is that of a page: its routes would be at ${whole}/signin`,
      `Leave the end out: ${config.origin}${before}`,
    ),
  ]
}
