import { expect, test } from 'vitest'
import { pendingSignIn } from '../../src/method.ts'
import { stage } from '../attacks/stage.ts'
import { origin } from '../setup.ts'
import { badge, finding, pin, step } from './two-steps.ts'

const base = `${origin}/api/auth`

test('each step tells what happened in it, and the second goes where the first wanted', async () => {
  const told: string[] = []
  const note = (name: string) => (message: { user: object; isNewUser?: boolean }) =>
    void told.push(message.isNewUser === undefined ? name : `${name} ${message.isNewUser}`)
  const { browser, auth } = await stage({
    providers: [badge, pin],
    events: {
      createUser: note('createUser'),
      linkAccount: note('linkAccount'),
      signIn: note('signIn'),
    },
    pages: { newUser: '/welcome' },
  })
  await browser.submit(`${base}/callback/badge`, { holder: 'ada' })
  expect(told).toEqual(['createUser', 'linkAccount'])
  const second = await browser.submit(`${base}/callback/pin`, { pin: '1234' })
  expect(told).toEqual(['createUser', 'linkAccount', 'signIn true'])
  expect(second.headers.get('location')).toBe(
    `${origin}/welcome?callbackUrl=${encodeURIComponent(`${origin}/home`)}`,
  )
  const userId = (await browser.session())?.user.id ?? ''
  const events = (await auth.users.audit({ userId })).map(({ event }) => event)
  expect(events).toEqual(['signIn', 'linkAccount', 'createUser'])
})

test.each(['cookie', 'database'] as const)(
  'a finding that needs another step leaves no session until it is taken (%s)',
  async (strategy) => {
    const { browser, open, auth, storage } = await stage({
      providers: [badge, pin],
      session: { strategy },
    })
    const first = await browser.submit(`${base}/callback/badge`, { holder: 'ada' })
    expect(first.headers.get('location')).toBe(`${origin}/pin`)
    expect(await browser.session()).toBeNull()
    const wrong = await browser.submit(`${base}/callback/pin`, { pin: '0000' })
    expect(wrong.headers.get('location')).toContain('error=CredentialsSignin')
    expect(await browser.session()).toBeNull()
    const thief = browser.clone()
    const second = await browser.submit(`${base}/callback/pin`, { pin: '1234' })
    expect(second.headers.get('location')).toBe(`${origin}/home`)
    const session = await browser.session()
    expect(session?.amr).toEqual(['hwk', 'pin', 'mfa'])
    const owner = await storage.getUserByAccount({ provider: 'badge', providerAccountId: 'ada' })
    expect(session?.user.id).toBe(owner?.id)
    // The step is good once, and only in the browser that began.
    const again = await thief.submit(`${base}/callback/pin`, { pin: '1234' })
    expect(again.headers.get('location')).toContain('error=FlowMissing')
    expect(await thief.session()).toBeNull()
    const stranger = open()
    await stranger.submit(`${base}/callback/pin`, { pin: '1234' })
    expect(await stranger.session()).toBeNull()
    expect(await auth.accounts.list({ userId: session?.user.id ?? '' })).toHaveLength(1)
  },
)

test('the same method twice is one factor', async () => {
  let steps = 0
  const twice = step('twice', async (context, provider) => {
    const pending = await pendingSignIn(context)
    steps++
    const found = pending
      ? { ...finding(provider, pending.userId), proves: 'user' as const }
      : { ...finding(provider, 'ada'), nextStep: '/again' }
    return { finding: { ...found, amr: ['otp'] }, intent: { callbackUrl: `${origin}/` } }
  })
  const { browser } = await stage({ providers: [twice] })
  await browser.submit(`${base}/callback/twice`, {})
  expect(await browser.session()).toBeNull()
  await browser.submit(`${base}/callback/twice`, {})
  expect(steps).toBe(2)
  expect((await browser.session())?.amr).toEqual(['otp'])
})

test('a method may answer with a response that it did not make itself', async () => {
  const elsewhere = step('elsewhere', async (context) => {
    context.cookies.set('flash', 'x', { maxAge: 60 })
    return { response: Response.redirect(`${origin}/elsewhere`, 303) }
  })
  const { browser } = await stage({ providers: [elsewhere] })
  const response = await browser.submit(`${base}/callback/elsewhere`)
  expect(response.headers.get('location')).toBe(`${origin}/elsewhere`)
  expect(response.headers.getSetCookie()).toHaveLength(1)
})

test('a first step is forgotten after ten minutes, by the browser as well', async () => {
  const { browser, world } = await stage({ providers: [badge, pin] })
  const first = await browser.submit(`${base}/callback/badge`, { holder: '7' })
  const [line] = first.headers.getSetCookie().filter((each) => each.includes('.pending='))
  expect(line).toContain('Max-Age=600')
  world.clock.advance('11m')
  await browser.submit(`${base}/callback/pin`, { pin: '1234' })
  expect(await browser.session()).toBeNull()
  // A browser that forgets nothing gets no further.
  const [pair = ''] = (line ?? '').split(';')
  await browser.submit(`${base}/callback/pin`, { pin: '1234' }, { cookie: pair })
  expect(await browser.session()).toBeNull()
})
