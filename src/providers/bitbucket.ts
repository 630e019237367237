import { define, type ProviderFunction } from '../define.ts'
import type { Profile, TokenSet } from '../types/nouns.ts'
import type { EndpointTools } from '../types/provider.ts'

/** Sign in with Bitbucket Cloud. */
const Bitbucket: ProviderFunction<Profile> = define({
  id: 'bitbucket',
  name: 'Bitbucket',
  type: 'oauth',
  docs: 'https://developer.atlassian.com/cloud/bitbucket/oauth-2/',
  authorization: {
    url: 'https://bitbucket.org/site/oauth2/authorize',
    params: { scope: 'account email' },
  },
  token: 'https://bitbucket.org/site/oauth2/access_token',
  userinfo: { url: 'https://api.bitbucket.org/2.0/user', request: readProfile },
  checks: ['state'],
  profile: {
    id: 'account_id',
    name: ['display_name', 'nickname', 'username'],
    email: 'email',
    image: 'links.avatar.href',
    emailVerified: 'email_verified',
  },
  gives: { email: 'claimed', refreshToken: true },
  style: {
    brandColor: '#205081',
    logo: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill="currentColor" fill-rule="evenodd" d="M3 4h18l-2.6 16H5.6zm6.2 5.5 1 5.5h3.6l1-5.5z"/></svg>',
  },
})

type Addresses = { values: { email: string; is_primary: boolean; is_confirmed: boolean }[] }

/** The profile has no address; a second resource lists them, and which one is confirmed. */
async function readProfile({ tokens, provider, fetch }: EndpointTools & { tokens: TokenSet }) {
  const headers = { accept: 'application/json', authorization: `Bearer ${tokens.access_token}` }
  const address = String(provider.userinfo?.url)
  const response = await fetch(address, { headers })
  if (!response.ok) throw new Error(`Bitbucket answered ${response.status} when asked for the user`)
  const profile: Profile = await response.json()
  const list = await fetch(`${address}/emails`, { headers })
  // The person may have withheld the scope `email`.
  if (!list.ok) return profile
  const { values }: Addresses = await list.json()
  const primary = values.find((one) => one.is_primary)
  return { ...profile, email: primary?.email, email_verified: primary?.is_confirmed }
}

export default Bitbucket
