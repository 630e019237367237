import { type Contestant, origin } from '../contestant.ts'
import { formPost, webApp } from '../web.ts'

/** A handler that answers without looking: what a request and a response of the same size cost by themselves. */
export const empty: Contestant = {
  name: 'Empty handler',
  packages: [],
  kind: 'yardstick',
  lacks: { database: 'it keeps nothing', ballast: 'it keeps nothing', read: 'it reads nothing' },
  async open({ platform }) {
    const body = JSON.stringify({ user: { name: 'Ada Lovelace' }, expires: '2030-01-01' })
    const headers = {
      'content-type': 'application/json',
      'cache-control': 'private, no-store',
      vary: 'Cookie',
    }
    const cookie = `session=${'x'.repeat(400)}; Path=/`
    const back = new URLSearchParams({ redirect_uri: `${origin}/callback`, state: '' })
    const location = `${platform}/authorize?${back}`
    return webApp(
      async (request) =>
        request.method === 'POST' || request.url.includes('code=')
          ? new Response(null, { status: 303, headers: { location, 'set-cookie': cookie } })
          : new Response(body, { headers }),
      { session: '/session', start: () => formPost('/signin') },
    )
  },
}
