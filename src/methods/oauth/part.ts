import { configureOAuth } from './configure.ts'
import type { OAuthPart, WrittenOAuth } from './resolved.ts'

/** OAuth 2. `openId` of methods/open-id is for platforms that publish their addresses or sign id tokens. */
export const oauth: OAuthPart = {
  name: 'oauth',
  platforms: true,
  configure(written, inputs) {
    const { openId }: Pick<OAuthPart, 'openId'> = inputs.usual ?? {}
    return configureOAuth(written as WrittenOAuth, inputs, openId)
  },
  // Codes that the platform refuses, in 15 minutes; what it accepts is not counted, and there is no account to count by before it did.
  // `Infinity` and sums are written out: bundlers leave out only what certainly does nothing.
  limits: { oauth: { perAccount: Infinity, perClient: 100, seconds: 900 } },
  load: async () => (await import('./method.ts')).oauth,
}
