import { type Check, type Finding, problem } from '../check.ts'
import { covers } from '../configuration/cookies.ts'
import type { Deployment } from '../deployment.ts'

/** Checks that browsers accept the cookies that are set, and protect them. */
export const cookies: Check<Deployment> = {
  name: 'cookies',
  look({ first, started, origin }) {
    const lines = [...first.setCookies, ...(started?.setCookies ?? [])]
    return lines.flatMap((line) => judge(line, new URL(origin))).slice(0, 3)
  },
}

function judge(line: string, { protocol, hostname }: URL): Finding[] {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
  const name = pair.split('=', 1)[0]
  const value = (wanted: string) =>
    attributes.find((one) => one.toLowerCase().split('=')[0] === wanted)?.split('=')[1] ?? undefined
  const has = (wanted: string) => attributes.some((one) => one.toLowerCase() === wanted)
  const domain = value('domain')
  const isSecure = has('secure')
  return [
    ...(domain && !covers(domain, hostname)
      ? [
          problem(
            `The cookie ${name} is for ${domain}, and browsers at ${hostname} throw it away`,
            'Correct `cookies.domain`, or what rewrites cookies on the way.',
          ),
        ]
      : []),
    ...(protocol === 'https:' && !isSecure
      ? [
          problem(
            `The cookie ${name} is not Secure although people come by https`,
            'Set AUTH_URL to the https address: the application believes that it is reached by http.',
          ),
        ]
      : []),
    ...(protocol === 'http:' && isSecure
      ? [
          problem(
            `The cookie ${name} is Secure, and browsers throw it away on http`,
            'Reach the application by https, or set AUTH_URL to the http address of this machine.',
          ),
        ]
      : []),
    ...(has('httponly')
      ? []
      : [
          problem(
            `The cookie ${name} can be read by scripts`,
            'Find out what takes HttpOnly away on the way here.',
          ),
        ]),
  ]
}
