import type { Platform } from '../../src/emulator/index.ts'
import type { Provider } from '../../src/index.ts'
import { type Client, platformOf } from '../providers/platform.ts'
import { type Sample, sampleOf } from '../providers/sample.ts'
import { answers } from './answers.ts'
import { modules } from './modules.ts'
import { specials } from './special.ts'

/** A module called with what it needs, the platform that it expects to meet, and whose account is found there. */
export interface Meeting {
  provider: Exclude<Provider, (options?: never) => unknown>
  platform: Platform
  providerAccountId: string | RegExp
}

const keys: Client = {
  clientId: 'sample-client-id',
  clientSecret: 'sample-client-secret-of-some-length',
}

/** Where an endpoint is, as the module writes it: an address, or a handler that may have one. */
function addressOf(endpoint: unknown): string | undefined {
  const url = typeof endpoint === 'string' ? endpoint : Object(endpoint).url
  if (typeof url !== 'string') return undefined
  const { origin, pathname } = new URL(url)
  return origin + pathname
}

/** Calls a module as an application would, and builds the platform from what the module says about it. */
export async function meet(name: string): Promise<Meeting> {
  const module = modules[name]
  const known = answers[name] ?? {}
  const sample = sampleOf(known.sample ?? name)
  if (!module || !sample) throw new Error(`There is no module or no sample called ${name}`)
  const special = await specials[name]?.()
  if (special) {
    const { platform, options, providerAccountId = sample.user.id } = special
    return { provider: module(options), platform, providerAccountId }
  }
  const options = { ...keys, ...known.options }
  const { issuer = options.issuer ?? `https://${name}.example.test` } = Object(
    module({ ...options }),
  )
  const provider = module({ ...options, issuer })
  const expected = expectedSample(Object(provider), issuer, sample, known)
  const { endpoints, ...rest } = platformOf(provider.id, expected, keys, false)
  const open = Object.entries(known.open ?? {}).map(([url, answer]) => ({
    name: 'userinfo',
    url,
    methods: ['GET'],
    answer: () => Response.json(answer),
  }))
  const platform = { ...rest, endpoints: [...open, ...endpoints] }
  return { provider, platform, providerAccountId: known.id ?? sample.user.id }
}

function expectedSample(
  module: Record<string, unknown>,
  issuer: string,
  sample: Sample,
  { token, profile, userinfo, enforces, options }: (typeof answers)[string],
): Sample {
  const isOpenId = module.type === 'oidc'
  const person = profile ?? { ...sample.claims, ...sample.profile }
  const endpoints = {
    authorization: addressOf(module.authorization),
    token: addressOf(module.token),
    userinfo: userinfo?.url ?? addressOf(options?.userinfo ?? module.userinfo),
    discovery: addressOf(module.wellKnown),
    ...(isOpenId && { issuer: sample.enforces.idToken?.tenant ? sample.endpoints.issuer : issuer }),
  }
  const signed = Object(module.client).userinfo_signed_response_alg
  return {
    endpoints: Object.fromEntries(Object.entries(endpoints).filter(([, url]) => url !== undefined)),
    enforces: {
      clientAuth: Object(module.client).token_endpoint_auth_method ?? 'client_secret_basic',
      pkce: 'supported',
      scopeSeparator: ' ',
      userinfo: { ...userinfo, ...(signed && { contentType: 'application/jwt' as const }) },
      ...(sample.enforces.idToken && { idToken: sample.enforces.idToken }),
      ...enforces,
    },
    token: Object({ access_token: 'at', token_type: 'Bearer', expires_in: 3600, ...token }),
    ...(isOpenId && { claims: Object(person) }),
    ...((!isOpenId || module.idToken === false) && { profile: Object(person) }),
    ...(sample.callback && { callback: sample.callback }),
    user: sample.user,
  }
}
