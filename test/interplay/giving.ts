import { begin, codeIn, exchange, goOn as goOnInApp } from '../native-apps/house.ts'
import type { Do } from './deed.ts'
import { base } from './house.ts'
import type { Story, Token } from './story.ts'

/** Keeps a key that somebody was given. */
function keep(
  { tokens }: Story,
  kind: Token['kind'],
  key: unknown,
  scopes: readonly string[] = [],
): void {
  if (typeof key === 'string') tokens.push({ kind, id: tokens.length, scopes, key, old: [] })
}

/** Posts as an app or a device does. */
async function post({ open }: Story, path: string, form: Record<string, string>): Promise<Answer> {
  const body = new URLSearchParams(form)
  const answer = await open().send(new Request(`${base}/${path}`, { method: 'POST', body }))
  return answer.json()
}

type Answer = Readonly<Record<string, string | undefined>>

/** The keys of apps that somebody has had. */
const keysOfApps = ({ tokens }: Story) => tokens.filter(({ kind }) => kind === 'app key')

const renewal = (key: string) => ({
  ...{ grant_type: 'refresh_token', client_id: 'acme', refresh_token: key },
})

/** The keys by which programs, apps and devices act as a user, and what becomes of them. */
export const giving: Readonly<Record<string, Do>> = {
  'makes an access token': async (story, { browser }, { which }) => {
    const scopes = which % 2 ? ['read', 'write'] : ['read']
    const wish = { name: 'CI', scopes }
    const made = await story.auth.tokens.create(browser.headers, wish).catch(() => undefined)
    keep(story, 'access token', made?.token, scopes)
  },
  'signs an app in': async (story, { browser }) => {
    if (story.inCookies || !(await browser.session())) return
    const flow = begin()
    const back = await goOnInApp(browser, flow)
    const form = exchange(flow, URL.canParse(back) ? codeIn(back) : '')
    keep(story, 'app key', (await post(story, 'native-token', form)).access_token)
  },
  'renews the key of an app': async (story, _seat, { which }) => {
    const keys = keysOfApps(story)
    const token = keys[which % Math.max(1, keys.length)]
    const made = token && (await post(story, 'native-token', renewal(token.key)))
    if (!token || !made?.access_token || made.access_token === token.key) return
    token.old.push(token.key)
    token.key = made.access_token
  },
  'sends an old key of an app': async (story, _seat, { which }) => {
    const old = keysOfApps(story).flatMap(({ old }) => old)
    const key = old[which % Math.max(1, old.length)]
    if (!key) return
    const { access_token: made } = await post(story, 'native-token', renewal(key))
    if (made && !keysOfApps(story).some(({ key }) => key === made))
      story.mistakes.push('an old key of an app has another successor')
  },
  'signs an app out': async (story, _seat, { which }) => {
    const keys = keysOfApps(story)
    const token = keys[which % Math.max(1, keys.length)]
    if (token) await post(story, 'native-revoke', { token: token.key })
  },
  'approves a device': async (story, { browser }) => {
    const as = (await browser.session())?.user.id
    if (!as) return
    const ask = (path: string, form: Record<string, string>) =>
      post(story, `device/${path}`, { client_id: 'tv', ...form })
    const { user_code = '', device_code = '' } = await ask('code', {})
    await browser.submit(`${base}/device`, { user_code })
    await browser.submit(`${base}/device`, { user_code, answer: 'approve', as })
    const grant_type = 'urn:ietf:params:oauth:grant-type:device_code'
    keep(story, 'device', (await ask('token', { grant_type, device_code })).access_token)
  },
  'gets a JWT': async (story, { browser }) => {
    const session = await story.auth.session(browser.headers)
    const made = await story.auth.jwt.issue(browser.headers).catch(() => undefined)
    if (!made) return
    const [, payload = ''] = made.token.split('.')
    const { sub, act, iat, exp } = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const isRight = sub === session?.user.id && act?.sub === session?.actor?.id
    if (!isRight) story.mistakes.push(`a JWT says ${sub} and ${act?.sub}, not who is there`)
    if (exp - iat > 300) story.mistakes.push(`a JWT lives for ${exp - iat} s`)
  },
}
