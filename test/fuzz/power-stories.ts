import { createHash } from 'node:crypto'
import { fromBase32 } from '../../src/second-factor/base32.ts'
import { stepAt, totpCode } from '../../src/second-factor/totp.ts'
import { namedIn } from '../native-apps/house.ts'
import type { Answered } from './judge.ts'
import { appRedirect, deviceClient, type Letter } from './powers.ts'
import { form, type Sent, script, visit } from './requests.ts'
import { type Run, reach, type Story, send, type Visitor } from './visitor.ts'
import { texts } from './words.ts'

const typed = ['seven old boats at noon', 'nine green lamps in fog']

/** The newest letter, if one has come since. */
function letterSince({ place }: Run, before: Letter | undefined): Letter | undefined {
  const newest = place.letters.at(-1)
  return newest === before ? undefined : newest
}

/** Follows a link of a letter, and presses its button. */
async function follow(
  run: Run,
  visitor: Visitor,
  { link }: Letter,
  fields: Record<string, string> = {},
): Promise<Answered | undefined> {
  if (!link) return undefined
  const { pathname, search, searchParams } = new URL(link)
  if (run.chance.percent(60)) await send(run, visitor, visit(pathname + search))
  const token = searchParams.get('token') ?? ''
  const path = pathname.slice('/api/auth/'.length)
  const pressed = run.chance.percent(50)
    ? form(path + search, fields)
    : form(path, { ...fields, token })
  return send(run, visitor, pressed)
}

const passwords: Story = async (run, visitor) => {
  const { chance, place } = run
  const before = place.letters.at(-1)
  const email = `pass${chance.int(30)}@example.com`
  const password = chance.percent(80) ? chance.pick(typed) : chance.pick(texts)
  const action = chance.pick(['signUp', 'signIn', 'forgot', 'again'])
  const name = chance.percent(30) ? chance.pick(texts) : 'Ada'
  const begun = await send(
    run,
    visitor,
    chance.pick([form, script])('callback/password', { action, email, password, name }),
  )
  const letter = letterSince(run, before)
  if (!letter) return
  const location = begun.headers.get('location') ?? ''
  const flow = new URL(location || '/', 'https://app.test').searchParams.get('flow') ?? ''
  if (chance.percent(60)) {
    const code = chance.percent(80) ? letter.code : '000000'
    const fields = { action: 'code', flow, code, ...(action === 'forgot' && { password }) }
    await send(run, visitor, chance.pick([form, script])('callback/password', fields))
  } else await follow(run, visitor, letter, { action: 'link', password: chance.pick(typed) })
}

const guest: Story = async (run, visitor) => {
  await send(run, visitor, run.chance.pick([form, script])('callback/guest', {}))
}

const ownPassword: Story = async (run, visitor) => {
  const { chance } = run
  const current = chance.percent(60) ? chance.pick(typed) : chance.pick(texts)
  const fields = {
    current,
    password: chance.pick(typed),
    email: `pass${chance.int(30)}@example.com`,
  }
  await send(run, visitor, chance.pick([form, script])('password', fields))
}

/** What a phone shows. */
async function shownByPhone({ place }: Run, secret: string): Promise<string> {
  const seconds = Math.floor(place.world.clock.now() / 1000)
  return totpCode(fromBase32(secret) ?? new Uint8Array(), stepAt(seconds))
}

const setUpFactor: Story = async (run, visitor) => {
  const { chance } = run
  const page = await send(run, visitor, visit('/api/auth/second-factor-setup'))
  const secret = (/<code[^>]*>([A-Z2-7 ]{32,})</.exec(page.text)?.[1] ?? '').replaceAll(' ', '')
  const setup = /name="setup" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
  if (!secret) return
  const code = chance.percent(80) ? await shownByPhone(run, secret) : chance.pick(texts)
  const shown = await send(run, visitor, form('second-factor-setup', { setup, code }))
  const proven = /name="proven" value="([^"]+)"/.exec(shown.text)?.[1]
  if (!proven) return
  await send(run, visitor, form('second-factor-setup', { proven }))
  visitor.totp = secret
  const codes = [...shown.text.matchAll(/<code>([^<]+)<\/code>/g)].map(([, each = '']) => each)
  visitor.recoveryCodes = codes
  run.place.secrets.add('factor', secret)
  reach(run, 'second factor')
}

const takeStep: Story = async (run, visitor) => {
  const { chance } = run
  const path = chance.pick(['second-factor', 'step-up', 'recovery-codes'])
  if (chance.percent(40)) await send(run, visitor, visit(`/api/auth/${path}?callbackUrl=/home`))
  const code = await chance.pick<() => string | Promise<string>>([
    () => shownByPhone(run, visitor.totp ?? 'A'.repeat(32)),
    () => chance.pick(visitor.recoveryCodes ?? ['none']),
    () => chance.pick(texts),
  ])()
  const fields = { code, action: chance.pick(['', 'totp', 'recovery', 'renew']), trust: 'yes' }
  await send(run, visitor, chance.pick([form, script])(path, fields))
}

/** A program: it has an address, and no cookie. */
function programOf({ address }: Visitor): Visitor {
  return { jar: new Map(), address }
}

/** Asks for something as a program with a key. */
async function askWith(run: Run, visitor: Visitor, key: string): Promise<void> {
  const { chance } = run
  const authorization = chance.percent(85) ? `Bearer ${key}` : chance.pick([key, `bearer  ${key}`])
  const asked = chance.pick<Sent>([
    visit('/api/auth/session'),
    visit('/api/auth/account'),
    script('session', { data: { name: 'x' } }),
    script('account', { action: 'delete', confirm: 'yes' }),
    script('tokens', { name: 'x' }),
    script('jwt', {}),
    script('signout', {}),
  ])
  const who = chance.percent(70) ? programOf(visitor) : visitor
  await send(run, who, { ...asked, headers: [...asked.headers, ['authorization', authorization]] })
}

const accessTokens: Story = async (run, visitor) => {
  const { chance } = run
  const wish = {
    name: chance.percent(70) ? 'CI' : chance.pick(texts),
    'scope read': 'yes',
    expires: chance.percent(70) ? '2999-01-31' : chance.pick(texts),
  }
  const made = await send(run, visitor, form('tokens', wish))
  const token = /value="(portico_pat_\w+)"/.exec(made.text)?.[1]
  if (!token) return
  run.place.secrets.add('token', token)
  reach(run, 'access token')
  await askWith(run, visitor, token)
}

const device: Story = async (run, visitor) => {
  const { chance } = run
  const machine = programOf(visitor)
  const begun = await send(run, machine, posted('device/code', { client_id: deviceClient }))
  const codes = read(begun)
  const user_code = String(codes.user_code ?? chance.pick(texts))
  const link = `/api/auth/device?${new URLSearchParams({ user_code })}`
  if (chance.percent(50)) await send(run, visitor, visit(link))
  const asked = await send(run, visitor, form('device', { user_code }))
  const as = /name="as" value="([^"]+)"/.exec(asked.text)?.[1] ?? ''
  const answer = chance.percent(80) ? 'approve' : 'deny'
  await send(run, visitor, form('device', { user_code, answer, as }))
  const grant_type = 'urn:ietf:params:oauth:grant-type:device_code'
  const poll = { grant_type, client_id: deviceClient, device_code: String(codes.device_code) }
  const polled = await send(run, machine, posted('device/token', poll))
  const { access_token } = read(polled)
  if (typeof access_token !== 'string') return
  run.place.secrets.add('token', access_token)
  reach(run, 'device')
  await askWith(run, visitor, access_token)
  if (chance.percent(20)) {
    await send(
      run,
      machine,
      posted('device/revoke', { token: access_token, client_id: deviceClient }),
    )
  }
}

const nativeApp: Story = async (run, visitor) => {
  const { chance } = run
  const app = programOf(visitor)
  const verifier = `a-verifier-that-the-app-keeps-${chance.int(1_000_000)}-to-itself`
  const query = {
    response_type: 'code',
    client_id: 'acme',
    redirect_uri: appRedirect,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: `state-of-the-app-${chance.int(1_000_000)}`,
  }
  const search = new URLSearchParams(query)
  const asked = chance.percent(90)
    ? await send(run, visitor, visit(`/api/auth/native-start?${search}`))
    : undefined
  const as = namedIn(asked?.text ?? '')
  const pressed = await send(run, visitor, form('native-start', { ...query, as }))
  const location = pressed.headers.get('location')
  const code = location?.startsWith(appRedirect) && new URL(location).searchParams.get('code')
  if (!code) return
  const { redirect_uri, client_id } = query
  const exchange = { grant_type: 'authorization_code', client_id, redirect_uri, code }
  const given = await send(
    run,
    app,
    posted('native-token', { ...exchange, code_verifier: verifier, device: 'Phone' }),
  )
  if (chance.percent(20))
    await send(run, app, posted('native-token', { ...exchange, code_verifier: verifier }))
  const { refresh_token, access_token } = read(given)
  if (typeof refresh_token !== 'string' || typeof access_token !== 'string') return
  reach(run, 'native')
  await askWith(run, visitor, access_token)
  const renew = { grant_type: 'refresh_token', client_id, refresh_token }
  if (chance.percent(60)) await send(run, app, posted('native-token', renew))
  if (chance.percent(30)) await send(run, app, posted('native-token', renew))
  if (chance.percent(20))
    await send(run, app, posted('native-revoke', { client_id, token: refresh_token }))
}

const signedToken: Story = async (run, visitor) => {
  const { chance } = run
  const asked = chance.pick<Sent>([
    script('jwt', chance.percent(50) ? {} : { audience: chance.pick(texts) }),
    visit('/api/auth/jwks'),
    visit('/api/auth/.well-known/openid-configuration'),
  ])
  const answered = await send(run, visitor, asked)
  const { token } = read(answered)
  if (typeof token !== 'string') return
  run.place.secrets.add('token', token)
  reach(run, 'jwt')
  await askWith(run, visitor, token)
}

const newAddress: Story = async (run, visitor) => {
  const { chance, place } = run
  const before = place.letters.at(-1)
  const email = chance.percent(90) ? `new${chance.int(60)}@example.com` : chance.pick(texts)
  await send(run, visitor, chance.pick([form, script])('change-email', { email }))
  const letter = letterSince(run, before)
  if (!letter) return
  const answered = chance.percent(50)
    ? await send(run, visitor, form('change-email', { code: letter.code }))
    : await follow(run, visitor, letter)
  if (answered && letterSince(run, letter)) reach(run, 'change email')
}

/** Somebody opens a letter of somebody: a notice, or a change to take back. */
const anyLetter: Story = async (run, visitor) => {
  const { chance, place } = run
  const letter = place.letters.length > 0 ? chance.pick(place.letters) : undefined
  if (letter) await follow(run, visitor, letter, { password: chance.pick(typed) })
}

const impersonation: Story = async (run, visitor) => {
  const asked = run.chance.pick<Sent>([form('impersonation', {}), visit('/api/auth/blocked')])
  await send(run, visitor, asked)
}

/** What a program posts. */
function posted(path: string, fields: Record<string, string>): Sent {
  const headers: Sent['headers'] = [
    ['content-type', 'application/x-www-form-urlencoded'],
    ['accept', 'application/json'],
  ]
  return {
    method: 'POST',
    url: `/api/auth/${path}`,
    headers,
    body: new URLSearchParams(fields).toString(),
  }
}

function read({ text }: Answered): Record<string, unknown> {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}

/** What visitors do where an application has every part. */
export const powerStories: readonly Story[] = [
  passwords,
  ownPassword,
  guest,
  setUpFactor,
  takeStep,
  accessTokens,
  device,
  nativeApp,
  signedToken,
  newAddress,
  anyLetter,
  impersonation,
]
