import { spawn } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { haveChromium, launch } from '../browser.ts'

const consumer = inject('consumer')
const file = join(consumer, 'passwords.mjs')

/** An application as somebody writes it who just installed the package, and has no keys. */
const application = `
import { createServer } from 'node:http'
import { Auth } from 'porticojs'
import { toNode } from 'porticojs/node'
import Password from 'porticojs/providers/password'
import TikTok from 'porticojs/providers/tiktok'
import { memory } from 'porticojs/storage/memory'

const server = createServer().listen(0, '127.0.0.1', () => {
  const url = \`http://localhost:\${server.address().port}\`
  const auth = Auth({ url, providers: [Password, TikTok], storage: memory() })
  const routes = toNode(auth)
  server.on('request', (request, response) => {
    if (request.url.startsWith('/api/auth')) routes(request, response)
    else response.setHeader('content-type', 'text/html').end('<title>Home</title>')
  })
  console.log('listens at ' + url)
})
`

const [password, other, third] = [
  'seven old boats at noon',
  'nine green lamps in fog',
  'copper violins hum at dawn',
]

describe.runIf(haveChromium('passwords of the packed package'))('from the packed package', () => {
  let browser: Browser
  let said = ''
  let child: ReturnType<typeof spawn>
  const origin = () => /listens at (\S+)/.exec(said)?.[1] ?? ''

  beforeAll(async () => {
    writeFileSync(file, application)
    const env = { PATH: process.env.PATH, NODE_ENV: 'development' }
    child = spawn(process.execPath, [file], { cwd: consumer, env })
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (text) => {
        said += text
      })
    }
    await vi.waitUntil(origin, { timeout: 60_000 })
    browser = await launch()
  })
  afterAll(async () => {
    await browser?.close()
    child?.kill()
    rmSync(file, { force: true })
  })

  async function newTab(): Promise<Page> {
    return (await browser.newContext({ baseURL: origin() })).newPage()
  }

  async function letters(to: string): Promise<{ text: string }[]> {
    const [inbox = ''] = /http\S+\/inbox/.exec(said) ?? []
    const all = await (await fetch(inbox, { headers: { accept: 'application/json' } })).json()
    return all.filter((mail: { to: string }) => mail.to === to)
  }

  /** The newest mail to an address, once there are so many. */
  async function letter(to: string, count: number): Promise<{ link: string; code: string }> {
    await expect.poll(async () => (await letters(to)).length, { timeout: 20_000 }).toBe(count)
    const [{ text } = { text: '' }] = await letters(to)
    const [link = ''] = /https?:\S+/.exec(text) ?? []
    const [code = ''] = /\b\d{3} \d{3}\b/.exec(text) ?? []
    return { link, code }
  }

  async function send(tab: Page, fields: Record<string, string>): Promise<void> {
    for (const [name, value] of Object.entries(fields)) await tab.fill(`input[name=${name}]`, value)
    const last = tab.locator(`input[name=${Object.keys(fields).at(-1)}]`)
    await tab.locator('form', { has: last }).locator('button').first().click()
  }

  async function userIn(tab: Page): Promise<{ email: string | null } | undefined> {
    return (await (await tab.request.get('/api/auth/session')).json())?.user
  }

  test('somebody signs up, signs out, forgets, resets in another browser and changes the password', async () => {
    const email = 'ada@people.test'
    const tab = await newTab()
    await tab.goto('/api/auth/signup?callbackUrl=/')
    await send(tab, { email, password: 'passwordpassword' })
    expect(await tab.getByRole('alert').first().textContent()).toContain('Choose another password')
    await send(tab, { email, password })
    await tab.waitForURL('**/check-email**')
    await send(tab, { code: (await letter(email, 1)).code })
    await tab.waitForURL(`${origin()}/`)
    expect(await userIn(tab)).toMatchObject({ email })
    await tab.goto('/api/auth/signout?callbackUrl=/')
    await tab.getByRole('button', { name: 'Sign out' }).click()
    await tab.waitForURL(`${origin()}/**`)
    await tab.goto('/api/auth/forgot-password?callbackUrl=/')
    await send(tab, { email })
    await tab.waitForURL('**/check-email**')
    const phone = await newTab()
    await phone.goto((await letter(email, 2)).link)
    await send(phone, { password: other })
    await phone.waitForURL(`${origin()}/**`)
    expect(await userIn(phone)).toMatchObject({ email })
    await phone.goto('/api/auth/account')
    await send(phone, { current: other, password: third })
    await phone.waitForURL('**/account')
    await tab.goto('/api/auth/signin?callbackUrl=/')
    await send(tab, { email, password: third })
    await tab.waitForURL(`${origin()}/`)
    expect(await userIn(tab)).toMatchObject({ email })
  })

  test('somebody who came by TikTok proves an address by its link, and removes the password again', async () => {
    const email = 'noor@people.test'
    const tab = await newTab()
    await tab.goto('/api/auth/signin?callbackUrl=/')
    await tab.getByRole('button', { name: 'Continue with TikTok' }).click()
    await tab.getByRole('radio', { name: /Ada/ }).check()
    await tab.getByRole('button', { name: /^Allow/ }).click()
    await tab.waitForURL(`${origin()}/`)
    await tab.goto('/api/auth/account')
    await send(tab, { email, password })
    await tab.waitForURL('**/check-email**')
    await tab.goto((await letter(email, 1)).link)
    await tab.getByRole('button', { name: 'Confirm' }).click()
    await tab.waitForURL('**/account**')
    const phone = await newTab()
    await phone.goto('/api/auth/signin?callbackUrl=/')
    await send(phone, { email, password })
    await phone.waitForURL(`${origin()}/`)
    await phone.goto('/api/auth/account')
    await phone.locator('summary', { hasText: 'Remove' }).last().click()
    await phone.getByRole('button', { name: 'Remove: Password' }).click()
    await phone.getByText('You have no password yet').waitFor()
    expect(await userIn(phone)).toMatchObject({ email })
  })
})
