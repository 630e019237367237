import { type Platform, tiktok } from '../../src/emulator/index.ts'
import { clientSecret } from '../../src/providers/apple.ts'
import { ownPlatforms } from '../providers/own-platforms.ts'
import { sampleOf } from '../providers/sample.ts'
import { origin } from '../setup.ts'

/** A platform that is not like the others, and the options that go with it. */
export interface Special {
  platform: Platform
  options: { clientId: string; clientSecret: string }
  /** Default: the sample's. */
  providerAccountId?: string | RegExp
}

/** Apple takes a secret that the application signs; Auth.js has people sign it by hand, twice a year. */
async function apple(): Promise<Special> {
  const sample = sampleOf('apple')
  const keys = { clientId: 'com.example.web', clientSecret: '' }
  const opened = sample && (await ownPlatforms.get('apple')?.('apple', sample, keys))
  if (!opened) throw new Error('There is no practice Apple')
  const { teamId, keyId, privateKey } = Object(opened.options)
  const now = Math.floor(Date.now() / 1000)
  const secret = await clientSecret({ ...keys, teamId, keyId, privateKey, now })
  return { platform: opened.platform, options: { ...keys, clientSecret: secret } }
}

/** Azure DevOps asks for an assertion where others ask for a code (its own grant, before OAuth 2.0 was finished). */
function azureDevOps(): Special {
  const host = 'https://app.vssps.visualstudio.com'
  const options = { clientId: '7', clientSecret: 'an-assertion' }
  const authorize = ({ url }: { url: URL }) => {
    const { response_type, redirect_uri = '', state = '' } = Object.fromEntries(url.searchParams)
    if (response_type !== 'Assertion') return new Response('Wrong response_type', { status: 400 })
    const location = `${redirect_uri}?${new URLSearchParams({ code: 'one-time', state })}`
    return new Response(null, { status: 302, headers: { location } })
  }
  const token = ({ form }: { form: URLSearchParams }) => {
    const { client_assertion, assertion, redirect_uri } = Object.fromEntries(form)
    const isRight =
      client_assertion === options.clientSecret &&
      assertion === 'one-time' &&
      redirect_uri === `${origin}/api/auth/callback/azure-devops`
    const tokens = { access_token: 'at', token_type: 'jwt-bearer', expires_in: '3599' }
    return Response.json(isRight ? tokens : { error: 'invalid_grant' }, {
      status: isRight ? 200 : 400,
    })
  }
  const profile = {
    id: 'ada',
    displayName: 'Ada',
    emailAddress: 'ada@people.test',
    coreAttributes: { Avatar: { value: { value: 'AAAA' } } },
  }
  const userinfo = ({ headers }: { headers: Headers }) =>
    headers.get('authorization') === 'Bearer at'
      ? Response.json(profile)
      : new Response(null, { status: 401 })
  const platform: Platform = {
    id: 'azure-devops',
    name: 'Azure DevOps',
    apps: [],
    personas: [],
    missing: () => new Response(null, { status: 404 }),
    endpoints: [
      { name: 'authorize', url: `${host}/oauth2/authorize`, methods: ['GET'], answer: authorize },
      { name: 'token', url: `${host}/oauth2/authorize`, methods: ['POST'], answer: token },
      {
        name: 'userinfo',
        url: `${host}/_apis/profile/profiles/me`,
        methods: ['GET'],
        answer: userinfo,
      },
    ],
  }
  return { platform, options, providerAccountId: 'ada' }
}

/** The practice TikTok, with one application and one person. */
function tikTok(): Special {
  const options = {
    clientId: 'awpractice00000001',
    clientSecret: 'practice-secret-of-production-001',
  }
  const platform = tiktok({ doubts: { authorizeSlash: 'optional' } })
  return { platform, options, providerAccountId: /^-?[\w-]{30,}$/ }
}

/** The modules whose platforms cannot be derived from what the module says. */
export const specials: Readonly<Record<string, () => Special | Promise<Special>>> = {
  apple,
  'azure-devops': azureDevOps,
  tiktok: tikTok,
}
