import { loadOnce } from '../../services/load-once.ts'
import { configureOAuth } from '../oauth/configure.ts'
import { oauth } from '../oauth/part.ts'
import type { OAuthPart, OpenIdPart, WrittenOAuth } from '../oauth/resolved.ts'

const loadDiscovery = loadOnce(() => import('./discovery.ts'))

const code: OpenIdPart = {
  discover: async (...asked) => (await loadDiscovery()).discover(...asked),
  load: loadOnce(() => import('./code.ts')),
}

/** OpenID Connect: OAuth 2 with platforms that publish their addresses and sign who the person is. */
export const openId: OAuthPart = /* @__PURE__ */ withOpenId(oauth)

function withOpenId(method: OAuthPart): OAuthPart {
  return {
    ...method,
    openId: code,
    configure: (written, inputs) => configureOAuth(written as WrittenOAuth, inputs, code),
  }
}
