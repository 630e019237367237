import { json } from '../http/respond.ts'
import type { Route } from '../route.ts'
import type { AppProvider } from '../types/provider.ts'

/** `GET /providers`: what an application's own sign-in page needs to know. */
export const providers: Route = {
  async GET({ config, baseUrl }) {
    const list: Record<string, AppProvider> = {}
    for (const { id, name, type } of config.providers.values()) {
      list[id] = {
        id,
        name,
        type,
        signinUrl: `${baseUrl}/signin/${id}`,
        callbackUrl: `${baseUrl}/callback/${id}`,
      }
    }
    return json(list)
  },
}
