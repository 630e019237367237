import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { emulator, pwnedPasswords } from '../../src/emulator/index.ts'
import { Auth, type OutgoingMail } from '../../src/index.ts'
import { mark } from '../../src/inspector/mask.ts'
import Password from '../../src/providers/password.ts'
import { memory } from '../../src/storage/memory.ts'
import { createBrowser } from '../../src/testing.ts'
import { secret } from '../setup.ts'
import { toldAddress } from './key.ts'

const email = 'ada@people.test'
const passwords = {
  first: 'velvet anchor drifts north',
  leaked: 'passwordpassword',
  wrong: 'velvet anchor drifts south',
  next: 'copper violins hum at dawn',
}

test('the inspector shows the steps of passwords, and never a password, a digit of its hash or a link', async () => {
  const world = await emulator({ platforms: [pwnedPasswords()], now: Date.now() })
  const [said, mails]: [string[], OutgoingMail[]] = [[], []]
  const auth = Auth({
    providers: [Password({ send: (mail) => void mails.push(mail) })],
    secret,
    storage: memory(),
    logger: { warn: (line) => void said.push(line), error() {} },
    runtime: { fetch: world.fetch, now: world.clock.now, env: { NODE_ENV: 'development' } },
  })
  const origin = 'http://localhost:3000'
  const browser = createBrowser({ origin, app: auth.handler, now: world.clock.now })
  await browser.session()
  await browser.visit(toldAddress(said))
  const send = (form: Record<string, string>) => browser.submit('/api/auth/callback/password', form)
  const sendMailed = async (form: Record<string, string>, more = {}) => {
    const before = mails.length
    const answer = await send(form)
    await expect.poll(() => mails.length).toBeGreaterThan(before)
    const flow = new URL(answer.headers.get('location') ?? '').searchParams.get('flow') ?? ''
    const code = /\b\d{3} \d{3}\b/.exec(mails.at(-1)?.text ?? '')?.[0] ?? ''
    return send({ flow, code, ...more })
  }
  await send({ action: 'signUp', email, password: passwords.leaked })
  await sendMailed({ action: 'signUp', email, password: passwords.first })
  await send({ email, password: passwords.wrong })
  await send({ email, password: passwords.first })
  await sendMailed({ action: 'forgot', email }, { password: passwords.next })

  const list = await (await browser.visit('/api/auth/inspect')).text()
  const paths = new Set(list.match(/\/api\/auth\/inspect\/[\w-]{16}/g))
  expect(paths.size).toBe(5)
  const shown: string[] = []
  for (const path of paths) {
    for (const ending of ['', '.json']) {
      shown.push(await (await browser.visit(path + ending)).text())
    }
  }
  const all = shown.join('\n')
  expect(all).toContain('Asks api.pwnedpasswords.com about the new password')
  expect(all).toContain('Creates a user')
  expect(all).not.toContain('choose other users')
  expect(all).toContain(`Emails ${email}`)
  expect(all).toContain('The new password has been in a leak')
  for (const password of Object.values(passwords)) {
    const digits = createHash('sha1').update(password).digest('hex').slice(0, 5)
    expect(all).not.toContain(password)
    expect(all).not.toContain(encodeURIComponent(password))
    expect(all).not.toContain(`mark ${mark(password)}`)
    expect(all.toLowerCase()).not.toContain(`range/${digits}`)
  }
  const tokens = mails.flatMap(({ text }) => /token=([\w-]+)/.exec(text)?.[1] ?? [])
  expect(tokens.length).toBeGreaterThan(1)
  expect(tokens.filter((token) => all.includes(token))).toEqual([])
})
