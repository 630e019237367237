import { type Check, type Finding, problem } from '../check.ts'
import type { Deployment } from '../deployment.ts'

/** Checks that the application knows the address at which people reach it. */
export const address: Check<Deployment> = {
  name: 'public address',
  look({ providers, origin }) {
    const [provider] = Object.values(providers)
    const told = provider && URL.parse(provider.callbackUrl)
    return !told || told.origin === origin ? [] : [different(new URL(origin), told)]
  },
}

function different(real: URL, told: URL): Finding {
  const message = `You reach it at ${real.origin}, and it says that it is at ${told.origin}`
  const set = `Set AUTH_URL=${real.origin}`
  if (real.hostname === told.hostname && real.protocol === 'https:' && told.protocol === 'http:') {
    return problem(
      `${message}: it does not know that something in front of it speaks https`,
      `${set}, or let the proxy send X-Forwarded-Proto and set AUTH_TRUST_HOST=true.`,
    )
  }
  if (real.hostname === told.hostname) {
    return problem(
      `${message}: AUTH_URL has another port, or a proxy's headers are not trusted`,
      `${set}. Behind a proxy that overwrites Host and X-Forwarded-Host, AUTH_TRUST_HOST=true is enough.`,
    )
  }
  return problem(
    `${message}: AUTH_URL is wrong, or a proxy's headers are not trusted`,
    `${set}. Behind a proxy that overwrites Host and X-Forwarded-Host, AUTH_TRUST_HOST=true is enough.`,
  )
}
