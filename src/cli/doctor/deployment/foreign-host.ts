import { type Check, type Finding, problem, warning } from '../check.ts'
import type { Deployment } from '../deployment.ts'
import { attackerHost } from './attacker-host.ts'

/** Sends a request that names another host, to which mails and callback addresses would lead. */
export const foreignHost: Check<Deployment> = {
  name: 'attack: foreign Host',
  look: (deployment) => believes(deployment, 'Host', { host: attackerHost }),
}

/** Names another host in the headers of a proxy. */
export const forwardedHost: Check<Deployment> = {
  name: 'attack: foreign X-Forwarded-Host',
  look: (deployment) =>
    believes(deployment, 'X-Forwarded-Host', {
      'x-forwarded-host': attackerHost,
      'x-forwarded-proto': 'https',
    }),
}

async function believes(
  { ask, develops }: Deployment,
  header: string,
  headers: Readonly<Record<string, string>>,
): Promise<Finding[]> {
  const { body } = await ask('/providers', { headers })
  if (!body.includes(attackerHost)) return []
  const message = `It believes a ${header} header that anybody can send: addresses then lead to ${attackerHost}`
  if (develops)
    return [warning(message, 'That is harmless while developing. In production, set AUTH_URL.')]
  return [
    problem(
      message,
      'Set AUTH_URL, or let the proxy overwrite Host and X-Forwarded-Host; without a proxy, take AUTH_TRUST_HOST out.',
    ),
  ]
}
