import { describe, expect, test } from 'vitest'
import type { AuthConfig } from '../../src/index.ts'
import de from '../../src/languages/de.ts'
import Credentials from '../../src/providers/credentials.ts'
import { memory } from '../../src/storage/memory.ts'
import type { TestBrowser } from '../../src/testing.ts'
import { type Stage, stage } from '../attacks/stage.ts'
import { setup } from '../setup.ts'

const strategies = ['cookie', 'database'] as const

async function read(browser: TestBrowser): Promise<string> {
  return (await browser.visit('/api/auth/account')).text()
}

/** Ada, signed in. */
async function ada(config: Partial<AuthConfig> = {}): Promise<Stage & { id: string }> {
  const at = await stage(config)
  await at.browser.signIn('plain', { as: 'ada' })
  return { ...at, id: (await at.browser.session())?.user.id ?? '' }
}

/** What the form for the name sends, with another name in it. */
function filledIn(page: string, name: string): Record<string, string> {
  const [, inside = ''] =
    /<summary[^>]*>Edit name<\/summary><form[^>]*>(.*?)<\/form>/s.exec(page) ?? []
  const hidden = [...inside.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)]
  return { ...Object.fromEntries(hidden.map(([, key = '', value = '']) => [key, value])), name }
}

describe.each(strategies)('with sessions in a %s', (strategy) => {
  test('a person changes their name on the account page, is told so once, and has it at once', async () => {
    const heard: unknown[] = []
    const updateUser = ({ user }: { user: { name?: string | null } }) => void heard.push(user.name)
    const at = await ada({ session: { strategy }, events: { updateUser } })
    const form = filledIn(await read(at.browser), 'Ada King')
    expect(form).toMatchObject({ action: 'update', csrfToken: expect.stringMatching(/./) })
    const answer = await at.browser.submit('/api/auth/account', form)
    expect(answer.headers.get('location')).toMatch(/\/api\/auth\/account$/)
    const page = await read(at.browser)
    expect(page).toContain('role="status"><strong>Saved<')
    expect(page).toContain('<strong><bdi>Ada King</bdi></strong>')
    expect(await read(at.browser)).not.toContain('Saved<')
    expect((await at.browser.session())?.user).toMatchObject({ id: at.id, name: 'Ada King' })
    expect(heard).toEqual(['Ada King'])
    const lines = await at.storage.listAudit(at.id)
    expect(lines.filter(({ event }) => event === 'updateUser')).toHaveLength(1)
  })

  test('the name in another browser is on the account page at once', async () => {
    const at = await ada({ session: { strategy } })
    const elsewhere = at.open()
    await elsewhere.signIn('plain', { as: 'ada' })
    await at.browser.submit('/api/auth/account', { action: 'update', name: 'Ada King' })
    expect(await read(elsewhere)).toContain('<strong><bdi>Ada King</bdi></strong>')
  })

  test('an application that keeps names for itself offers no form, and refuses one', async () => {
    const at = await ada({ session: { strategy }, account: { changeName: false } })
    const page = await read(at.browser)
    expect(page).toContain('Your account')
    expect(page).not.toContain('Edit name')
    const json = { accept: 'application/json' }
    const form = { action: 'update', name: 'Eve' }
    const answer = await at.browser.submit('/api/auth/account', form, json)
    expect(await answer.json()).toMatchObject({ error: 'Unsupported' })
    expect((await at.storage.getUser(at.id))?.name).not.toBe('Eve')
    expect((await at.browser.session())?.user.name).not.toBe('Eve')
  })
})

test.each([
  ['spaces around it', '  Ada \u3000 King\u00a0', 'Ada King'],
  ['lines', 'Ada\r\nKing\u2028Lovelace', 'Ada King Lovelace'],
  ['marks that turn the text around', 'Ada \u202egniK\u202c\u2066 \u2069', 'Ada gniK'],
  ['control characters', 'Ada\u0007\u001b[31m', 'Ada [31m'],
  ['joiners and marks that belong to it', 'می\u200cنا 👩\u200d💻', 'می\u200cنا 👩\u200d💻'],
  ['a hundred characters', 'é'.repeat(100), 'é'.repeat(100)],
])('a name with %s is stored as one line', async (_, typed, stored) => {
  const at = await ada()
  await at.browser.submit('/api/auth/account', { action: 'update', name: typed })
  expect((await at.storage.getUser(at.id))?.name).toBe(stored)
})

test.each([
  ['spaces', ' \u3000\u00a0 '],
  ['marks that nobody sees', '\u200b\u200d\u202e\u0301\ufeff'],
  ['101 characters', 'a'.repeat(101)],
])('a name of %s gets 400, and the one before stays', async (_, name) => {
  const at = await ada()
  const answer = await at.browser.submit('/api/auth/account', { action: 'update', name })
  expect(answer.status).toBe(400)
  expect((await at.browser.session())?.user.name).toBe('Ada Lovelace')
})

test('another site gets 403 for a name, and the one before stays', async () => {
  const at = await ada()
  const elsewhere = { 'sec-fetch-site': 'cross-site' }
  const form = { action: 'update', name: 'Eve' }
  expect((await at.browser.submit('/api/auth/account', form, elsewhere)).status).toBe(403)
  expect((await at.browser.session())?.user.name).toBe('Ada Lovelace')
})

test('the form shows the name as text, whatever is in it, and takes as much as the server', async () => {
  const at = await ada()
  await at.browser.submit('/api/auth/account', { action: 'update', name: '"><b>Ada' })
  const page = await read(at.browser)
  expect(page).toContain('<strong><bdi>&#34;&#62;&#60;b&#62;Ada</bdi></strong>')
  expect(page).toMatch(
    /<input name="name" required maxlength="100" value="&#34;&#62;&#60;b&#62;Ada" autocomplete="name">/,
  )
})

test('a person without a name or an address can add one', async () => {
  const at = await ada()
  await at.storage.updateUser({ id: at.id, name: null, email: null })
  const form = filledIn(await read(at.browser), 'Ada')
  await at.browser.submit('/api/auth/account', form)
  expect(await read(at.browser)).toContain('<strong><bdi>Ada</bdi></strong>')
})

test('the form speaks German to a German', async () => {
  const at = await ada({ languages: [de] })
  expect(await read(at.browser)).toMatch(/>Name bearbeiten<.*<label>Ihr Name<input/s)
})

test('a user whom only authorize() knows is offered no form: nothing is stored about them', async () => {
  const { browser } = await setup({
    providers: [
      Credentials({ credentials: { name: {} }, authorize: () => ({ id: '7', name: 'Ada' }) }),
    ],
    storage: memory(),
    session: { strategy: 'cookie' },
  })
  await browser.submit('/api/auth/callback/credentials', { name: 'ada' })
  expect((await browser.session())?.user.name).toBe('Ada')
  const page = await read(browser)
  expect(page).toContain('<strong><bdi>Ada</bdi></strong>')
  expect(page).not.toContain('Edit name')
})

test('the jwt callback sees the new name, and a failure in it loses no name', async () => {
  const seen: unknown[] = []
  const at = await ada({
    session: { strategy: 'cookie' },
    callbacks: {
      jwt({ token, account }) {
        if (!account) seen.push(token.name)
        if (token.name === 'Eve') throw new Error('no such name')
        return token
      },
    },
  })
  await at.browser.submit('/api/auth/account', { action: 'update', name: 'Ada King' })
  expect(seen).toEqual(['Ada King'])
  const answer = await at.browser.submit('/api/auth/account', { action: 'update', name: 'Eve' })
  expect(answer.status).toBe(303)
  expect((await at.storage.getUser(at.id))?.name).toBe('Eve')
  expect((await at.browser.session())?.user.name).toBe('Ada King')
  expect(at.log.errors).toHaveLength(1)
})
