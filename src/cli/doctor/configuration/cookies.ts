import type { Application } from '../../application.ts'
import { type Check, note, problem, unread } from '../check.ts'

/** Checks that browsers will keep the session's cookie. */
export const cookies: Check<Application> = {
  name: 'cookies',
  look({ config, written, isUnread }) {
    if (isUnread) return [unread]
    const domain = written.cookies?.domain
    const host = config?.origin && new URL(config.origin).hostname
    if (domain && !host) return [note('Not compared: the address of the application is not known.')]
    if (!domain || !host || covers(domain, host)) return []
    return [
      problem(
        `cookies.domain is ${domain}, and the application is at ${host}: browsers throw the session away`,
        `Write ${parent(host)} for all of its subdomains, or leave cookies.domain out.`,
      ),
    ]
  },
}

/** True if a browser lets a host set a cookie for a domain. */
export function covers(domain: string, host: string): boolean {
  const wide = domain.replace(/^\./, '').toLowerCase()
  return host === wide || host.endsWith(`.${wide}`)
}

function parent(host: string): string {
  const labels = host.split('.')
  return labels.length > 2 ? labels.slice(1).join('.') : host
}
