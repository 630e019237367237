import { createHmac } from 'node:crypto'
import { softKey } from '../methods/soft-key.ts'
import { arrival, origin } from '../setup.ts'
import { anything } from './mutate.ts'
import { google, password, tiktok } from './place.ts'
import { form, type Sent, script, visit } from './requests.ts'
import { adminOrigin, previewOrigin } from './surroundings.ts'
import { type Run, reach, type Story, send } from './visitor.ts'
import { origins, texts } from './words.ts'

const faults = ['cut', 'lost', 'torn', 'html', 'unavailable', 'empty', 'truncated', 'null']

const anythingAtAll: Story = async (run, visitor) => {
  await send(run, visitor, anything(run.chance))
}

const platform: Story = async (run, visitor) => {
  const { chance, place } = run
  const provider = chance.pick(['plain', 'idp', 'post', 'google', 'tiktok'])
  const wish = {
    ...(chance.percent(30) && { callbackUrl: chance.pick(texts) }),
    ...(chance.percent(20) && { link: 'true' }),
    ...(chance.percent(20) && { data: chance.pick(texts) }),
  }
  const started = await send(run, visitor, form(`signin/${provider}`, wish))
  const location = started.headers.get('location')
  if (!location || new URL(location, origin).origin === origin) return
  const choice = chance.percent(85) ? { as: people(run, provider) } : { deny: true }
  const decided = await tried(() => place.world.decide(location, choice).then(arrival))
  if (decided === undefined) return
  const back = await comingBack(decided, 'https://post.test')
  const answer = back.body ?? new URL(back.url).search
  place.secrets.add('code', new URLSearchParams(answer).get('code'))
  if (chance.percent(15)) {
    const endpoint = chance.pick(['token', 'userinfo'])
    place.world.next({ endpoint, answer: chance.pick(faults), platform: provider })
  }
  await send(run, visitor, back)
  // The same again, by the same browser.
  if (chance.percent(20)) await send(run, visitor, back)
}

/** A redirect of the platform, or its form that submits itself. */
async function comingBack(arrived: string | Request, from: string): Promise<Sent> {
  if (typeof arrived === 'string') return visit(arrived)
  const body = await arrived.text()
  const headers: Sent['headers'] = [
    ['origin', from],
    ['sec-fetch-site', 'cross-site'],
    ['content-type', 'application/x-www-form-urlencoded'],
    ['accept', 'text/html'],
  ]
  return { method: 'POST', url: arrived.url, headers, body }
}

/** What comes of something that a changed request may have made impossible. */
function tried<T>(work: () => Promise<T>): Promise<T | undefined> {
  return work().catch(() => undefined)
}

function people({ chance, place }: Run, provider: string): string {
  const found = place.world.platforms.find(({ id }) => id === provider)
  return chance.pick(found?.personas.map(({ id }) => id) ?? [''])
}

/** Google's own script asks for a nonce, and posts what Google says about somebody. */
const oneTap: Story = async (run, visitor) => {
  const { chance, place } = run
  const asked = await send(run, visitor, visit('/api/auth/nonce/google'))
  const nonce = /"nonce":"([^"]+)"/.exec(asked.text)?.[1]
  const g_csrf_token = `of-the-script-${chance.int(1_000_000)}`
  visitor.jar.set('g_csrf_token', g_csrf_token)
  const chosen = new URLSearchParams({
    client_id: google.clientId,
    login_uri: `${origin}/api/auth/callback/google`,
    g_csrf_token,
    as: people(run, 'google'),
    ...(nonce && chance.percent(80) && { nonce }),
  })
  const page = await place.world.fetch(`https://accounts.google.com/gsi/select?${chosen}`)
  const posted = await comingBack(await arrival(page), 'https://accounts.google.com')
  place.secrets.add('id_token', new URLSearchParams(posted.body).get('credential'))
  const before = run.reached.get('google') ?? 0
  await send(run, visitor, posted)
  if ((run.reached.get('google') ?? 0) > before) reach(run, 'one tap')
  if (chance.percent(20)) await send(run, visitor, posted)
}

/** Somebody signs in to the preview: the platform sends them to the application, which sends them on. */
const preview: Story = async (run, visitor) => {
  const { chance, place } = run
  if (!place.preview) return platform(run, visitor)
  const provider = chance.pick(['plain', 'idp', 'google'])
  const begun = form(`signin/${provider}`, {})
  const started = await send(run, visitor, {
    ...begun,
    url: previewOrigin + begun.url,
    headers: [['origin', previewOrigin], ...begun.headers.filter(([name]) => name !== 'origin')],
  })
  const location = started.headers.get('location')
  if (!location || new URL(location, previewOrigin).origin === previewOrigin) return
  const decided = await tried(() => place.world.decide(location, { as: people(run, provider) }))
  const back = decided?.headers.get('location')
  if (!back) return
  place.secrets.add('code', new URL(back).searchParams.get('code'))
  const handed = await send(run, visitor, visit(back))
  const next = handed.headers.get('location')
  if (!next || new URL(next, origin).origin !== previewOrigin) return
  const arrived = await send(run, visitor, visit(next))
  if (/portico\.session(\.0)?=[^;]/.test(arrived.headers.getSetCookie().join()))
    reach(run, 'preview')
}

/** A script at another origin, which may act or would like to. */
const otherOrigin: Story = async (run, visitor) => {
  const { chance } = run
  const from = chance.percent(50) ? adminOrigin : chance.pick(origins)
  const site = chance.percent(80) ? 'same-site' : 'cross-site'
  const browsers: Sent['headers'] = [
    ['origin', from],
    ['sec-fetch-site', site],
    ['sec-fetch-mode', 'cors'],
  ]
  const username = `user-${chance.int(12)}`
  const sent = chance.pick<Sent>([
    script('callback/credentials', { username, password }),
    script('session', { data: { name: chance.pick(texts) } }),
    script('signout', {}),
    script('signin/plain', { callbackUrl: chance.pick(texts) }),
    visit('/api/auth/session'),
    visit('/api/auth/account'),
  ])
  if (chance.percent(60)) {
    const headers: Sent['headers'] = [
      ...browsers,
      ['access-control-request-method', sent.method],
      ['access-control-request-headers', 'content-type'],
    ]
    await send(run, visitor, { method: 'OPTIONS', url: sent.url, headers })
  }
  const headers = [...browsers, ...sent.headers.filter(([name]) => name !== 'origin')]
  const answered = await send(run, visitor, { ...sent, headers })
  if (answered.headers.has('access-control-allow-origin')) reach(run, 'another origin')
}

const mail: Story = async (run, visitor) => {
  const { chance, place } = run
  const before = place.mails.at(-1)
  const email = `${chance.pick(['ada', 'bob', 'eve'])}${chance.int(40)}@example.com`
  const link: Record<string, string> = chance.percent(20) ? { link: 'true' } : {}
  const asked = await send(run, visitor, form('signin/email', { email, ...link }))
  const sent = place.mails.at(-1)
  if (!sent || sent === before) return
  const flow = new URL(asked.headers.get('location') ?? origin, origin).searchParams.get('flow')
  if (chance.percent(30)) await send(run, visitor, visit(asked.headers.get('location') ?? '/'))
  if (chance.percent(50)) {
    const code = chance.percent(70) ? sent.code : '000000'
    const typed = { code, flow: flow ?? '' }
    await send(run, visitor, chance.pick([form, script])('callback/email', typed))
  }
  if (chance.percent(60)) await send(run, visitor, visit(sent.url))
  if (chance.percent(40)) {
    const { pathname, search } = new URL(sent.url)
    await send(run, visitor, form(pathname.slice('/api/auth/'.length) + search, {}))
  }
}

const credentials: Story = async (run, visitor) => {
  const { chance } = run
  const username = chance.percent(90) ? `user-${chance.int(12)}` : chance.pick(texts)
  const typed = { username, password: chance.percent(70) ? password : 'wrong' }
  await send(run, visitor, chance.pick([form, script])('callback/credentials', typed))
}

const passkey: Story = async (run, visitor) => {
  const { chance } = run
  const action = visitor.passkey && chance.percent(60) ? 'authenticate' : 'register'
  const name = chance.percent(90) ? 'Ada' : chance.pick(texts)
  const email = `key${chance.int(10_000)}@example.com`
  const begun = await send(
    run,
    visitor,
    script('webauthn-options/passkey', { action, name, email }),
  )
  const key = (action === 'authenticate' && visitor.passkey) || softKey(origin)
  const data = readOptions(begun.text, (options) =>
    action === 'register' ? key.create(options) : key.get(options),
  )
  if (data === undefined) return
  const ended = await send(run, visitor, script('callback/passkey', { action, data }))
  if (ended.status === 200 && action === 'register') visitor.passkey = key
}

function readOptions(text: string, answer: (options: object) => unknown): unknown {
  try {
    return answer(JSON.parse(text).options)
  } catch {
    // Not the options of this ceremony: the request was changed.
    return undefined
  }
}

const ownAccount: Story = async (run, visitor) => {
  const { chance } = run
  const overview = await send(run, visitor, {
    ...visit('/api/auth/account'),
    headers: [['accept', chance.pick(['text/html', 'application/json'])]],
  })
  const ids = [...overview.text.matchAll(/"(?:id|providerAccountId|key)":"([^"]+)"/g)]
  const id = chance.pick([...ids.map(([, found = '']) => found), 'x'])
  const fields = {
    id,
    account: id,
    key: id,
    provider: chance.pick(['plain', 'idp', 'email', 'passkey', 'credentials']),
    name: chance.pick(texts),
    confirm: chance.pick(['yes', 'no']),
    action: chance.pick(actions),
  }
  await send(run, visitor, chance.pick([form, script])('account', fields))
}

const actions = [
  'update',
  'disconnect',
  'remove',
  'renamePasskey',
  'removePasskey',
  'end',
  'endOthers',
  'endAll',
  'delete',
]

const session: Story = async (run, visitor) => {
  const { chance } = run
  const sent = chance.pick<Sent>([
    visit('/api/auth/session'),
    visit('/api/auth/csrf'),
    visit('/api/auth/signin'),
    visit(`/api/auth/error?error=${chance.pick(['AccessDenied', 'toString', '<script>'])}`),
    script('session', { data: { name: chance.pick(texts) } }),
    form('signout', chance.percent(50) ? { provider: 'idp' } : {}),
  ])
  await send(run, visitor, sent)
}

const news: Story = async (run, visitor) => {
  const { chance, place } = run
  const time = Math.floor(place.world.clock.now() / 1000)
  const body = JSON.stringify({
    client_key: tiktok.clientId,
    event: chance.percent(60)
      ? 'authorization.removed'
      : chance.pick(['post.publish.complete', ...texts]),
    create_time: chance.pick([time, time - 3600, 'x', null]),
    user_openid: chance.percent(60) ? chance.pick([...place.openIds, 'ada']) : chance.pick(texts),
    content: chance.pick(['{"reason": 1}', '{}', 'null', '[', ...texts]),
  })
  const signature = createHmac('sha256', tiktok.clientSecret).update(`${time}.${body}`)
  const headers: Sent['headers'] = [
    ['content-type', 'application/json'],
    ['tiktok-signature', `t=${time},s=${signature.digest('hex')}`],
  ]
  const url = '/api/auth/webhook/tiktok'
  const told = await send(run, visitor, { method: 'POST', url, headers, body })
  if (told.status === 200) reach(run, 'webhook')
}

/** What visitors do, as often as it is listed. */
export const stories: readonly Story[] = [
  anythingAtAll,
  anythingAtAll,
  anythingAtAll,
  anythingAtAll,
  platform,
  platform,
  platform,
  platform,
  oneTap,
  preview,
  otherOrigin,
  mail,
  credentials,
  passkey,
  ownAccount,
  session,
  news,
]
