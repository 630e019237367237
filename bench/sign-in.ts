import type { App, Step } from './contestant.ts'

/** A whole sign-in, with a browser that does no more than it must. */
export async function signIn(app: App): Promise<Step> {
  const started = await app.start()
  return app.finish(await visit(started.location), started.cookie)
}

/** Visits the platform, which agrees at once and sends the browser back. */
export async function visit(location: string): Promise<string> {
  const response = await fetch(location, { redirect: 'manual' })
  await response.arrayBuffer()
  return response.headers.get('location') ?? ''
}

/** What every sign-in asks of the network, and nothing else. */
export async function bareFetches(platform: string): Promise<void> {
  const query = new URLSearchParams({ redirect_uri: 'https://app.example/callback', state: 'x' })
  await visit(`${platform}/authorize?${query}`)
  const body = new URLSearchParams({ grant_type: 'authorization_code', code: 'code' })
  await (await fetch(`${platform}/token`, { method: 'POST', body })).json()
  await (await fetch(`${platform}/userinfo`, { headers: { authorization: 'Bearer x' } })).json()
}
