import { expect, test } from 'vitest'
import { Auth } from '../../src/index.ts'
import type { Part } from '../../src/method.ts'
import { SecondFactor } from '../../src/parts/second-factor.ts'
import { memory } from '../../src/storage/memory.ts'
import { authenticatorApp, createBrowser } from '../../src/testing.ts'
import { outside, plain } from '../attacks/stage.ts'
import { Terms } from '../parts/terms/terms.ts'
import { arrival, secret } from '../setup.ts'
import { toldAddress } from './key.ts'

/** An application while it is developed: nobody is signed in before they took the step of a part. */
async function develop(part: Part = Terms({ version: '7' })) {
  const world = await outside([{ id: 'ada', name: 'Ada', email: 'ada@people.test' }])
  const origin = 'http://localhost:3000'
  const said: string[] = []
  const lines: string[] = []
  const auth = Auth({
    ...{ providers: [plain], storage: memory({ name: crypto.randomUUID() }), secret, url: origin },
    parts: [part],
    debug: true,
    logger: {
      warn: (line) => void said.push(line),
      error() {},
      debug: (line) => void lines.push(line),
    },
    runtime: { fetch: world.fetch, now: world.clock.now, env: { NODE_ENV: 'development' } },
  })
  const phone = authenticatorApp(world.clock.now)
  const browser = createBrowser({
    ...{ phone, origin, app: auth.handler, now: world.clock.now },
    atPlatform: async (url, choice) => arrival(await world.decide(url, choice)),
  })
  await browser.session()
  await browser.visit(toldAddress(said))
  const read = async (path = '') => (await browser.visit(`/api/auth/inspect${path}`)).text()
  const newest = async () => {
    const [, path = ''] = /href="\/api\/auth\/inspect(\/[\w-]{16})"/.exec(await read()) ?? []
    return { page: await read(path), json: await read(`${path}.json`) }
  }
  const flows = async () => new Set((await read()).match(/\/api\/auth\/inspect\/[\w-]{16}/g)).size
  return { browser, phone, newest, flows, lines }
}

test('shows which step was asked for and why, and that it was taken, in the sign-in that waited', async () => {
  const { browser, newest, flows, lines } = await develop()
  await browser.signIn('plain')
  expect((await newest()).json).toContain('"title": "Asks for another step (terms)"')
  expect((await newest()).json).toContain('"why": "version 7 was not accepted"')
  expect((await newest()).json).toContain('"outcome": "under way"')
  await browser.visit('/api/auth/terms')
  await browser.submit('/api/auth/terms')
  const { page, json } = await newest()
  const titles = [...json.matchAll(/"title": "([^"]+)"/g)].map(([, title]) => title)
  const story = ['Asks for another step (terms)', 'Visits the page of the step']
  expect(titles).toEqual(expect.arrayContaining([...story, 'The step was taken (terms)']))
  expect(page).toContain('Signed in')
  expect(await flows()).toBe(1)
  expect(lines).toContainEqual(
    expect.stringContaining('because terms asks for it: version 7 was not accepted'),
  )
})

test('shows no value that somebody typed on the page of a step', async () => {
  const { browser, newest } = await develop()
  await browser.signIn('plain')
  await browser.submit('/api/auth/terms', { answer: 'typed-by-ada' })
  const { page, json } = await newest()
  expect(json).toContain('"answer"')
  expect(page + json).not.toContain('typed-by-ada')
})

test('shows no visit to the page of a step that no sign-in waits for', async () => {
  const { browser, flows } = await develop()
  await browser.visit('/api/auth/terms')
  expect(await flows()).toBe(0)
})

test('shows why a second factor is asked for, and neither codes nor the secret of an app', async () => {
  const { browser, phone, newest } = await develop(SecondFactor())
  const scanned: string[] = []
  const { scan } = phone
  phone.scan = (url) => scan(scanned[scanned.push(url) - 1] ?? '')
  await browser.signIn('plain')
  const codes = await browser.setUpFactor()
  await browser.signOut()
  await browser.signIn('plain')
  await browser.answerFactor({ code: '123123' })
  expect((await newest()).json).toContain('"field": "code"')
  const [recoveryCode = ''] = codes
  await browser.answerFactor({ code: recoveryCode })
  const { page, json } = await newest()
  expect(json).toContain('"title": "Asks for another step (second-factor)"')
  expect(json).toContain('"why": "the user has a second factor, and plain proved fed"')
  expect(json).toContain('"title": "The step was taken (second-factor)"')
  const secret = new URL(scanned[0] ?? '').searchParams.get('secret') ?? ''
  for (const hidden of [secret, '123123', ...codes]) expect(page + json).not.toContain(hidden)
  expect(codes.length + secret.length).toBe(42)
})

test('shows that a second factor is required, and no secret of the app that is set up', async () => {
  const { browser, phone, newest } = await develop(SecondFactor({ required: () => true }))
  const scanned: string[] = []
  const { scan } = phone
  phone.scan = (url) => scan(scanned[scanned.push(url) - 1] ?? '')
  await browser.signIn('plain')
  await browser.visit('/api/auth/second-factor-setup')
  const codes = await browser.setUpFactor()
  const { page, json } = await newest()
  expect(json).toContain('`required` returned true')
  expect(page).toContain('Signed in')
  const secret = new URL(scanned[0] ?? '').searchParams.get('secret') ?? ''
  for (const hidden of [secret, ...codes]) expect(page + json).not.toContain(hidden)
  expect(codes.length + secret.length).toBe(42)
})
