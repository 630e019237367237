import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { NativeClient } from '../../src/client/native.ts'
import { NativeApps } from '../../src/parts/native-apps.ts'
import { memory } from '../../src/storage/memory.ts'
import { createBrowser, type TestBrowser } from '../../src/testing.ts'
import { type Place, serve } from '../client/place.ts'
import { apps, goOn } from './house.ts'

const root = resolve(import.meta.dirname, '../..')
const fakes = join(import.meta.dirname, 'expo')

/** What a start of the example brings: its client, and the fakes that it runs on. */
interface Phone {
  client: NativeClient
  person: typeof import('./expo/expo-web-browser.ts').person
  items: Map<string, string>
}

describe('the example for Expo', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-expo-'))
  const program = join(folder, 'app.mjs')
  let place: Place
  let browser: TestBrowser
  let starts = 0

  beforeAll(async () => {
    place = await serve(() => '<p>Acme', new Map(), {
      storage: memory(),
      parts: [NativeApps(apps)],
      session: { updateAge: 0 },
    })
    const fake = (name: string) => [name, join(fakes, `${name}.ts`)]
    const packages = ['expo-web-browser', 'expo-secure-store', 'expo-crypto', 'react-native']
    await build({
      stdin: {
        contents: `
          export { client } from './examples/native/expo/client.ts'
          export { person } from 'expo-web-browser'
          export { items } from 'expo-secure-store'
        `,
        resolveDir: root,
      },
      alias: {
        'porticojs/client/native': join(root, 'src/client/native.ts'),
        ...Object.fromEntries(packages.map(fake)),
      },
      define: { 'process.env.EXPO_PUBLIC_ACME_URL': JSON.stringify(place.origin) },
      bundle: true,
      platform: 'node',
      format: 'esm',
      outfile: program,
    })
  })
  afterAll(async () => {
    await place.close()
    rmSync(folder, { recursive: true })
  })
  beforeEach(async () => {
    browser = createBrowser({ origin: place.origin, app: place.auth.handler })
    await browser.submit('/api/auth/callback/credentials', { name: 'ada', password: 'lovelace' })
    expect(await browser.session()).not.toBeNull()
  })

  /** Starts the app, on a phone that has these items in its keychain. */
  async function start(items: Iterable<[string, string]> = []): Promise<Phone> {
    const phone: Phone = await import(`${pathToFileURL(program)}?start=${starts++}`)
    for (const [name, value] of items) phone.items.set(name, value)
    onTestFinished(() => phone.items.clear())
    return phone
  }

  const press = (address: string) =>
    goOn(browser, { query: Object.fromEntries(new URL(address).searchParams), verifier: '' })

  test('signs in, and is signed in after a cold start', async () => {
    const { client, person, items } = await start()
    person.act = press
    expect((await client.signIn())?.user.name).toBe('ada')
    const cold = await start(items)
    expect(cold.client.get()).toEqual({ session: undefined, error: undefined })
    expect((await cold.client.session())?.user.name).toBe('ada')
    const listed = await place.auth.sessions.list(browser)
    expect(listed.map(({ userAgent }) => userAgent)).toContain('Acme/native (iPhone)')
  })

  test.each(['cancel', 'dismiss'])('is nobody after “%s”, and may begin again', async (how) => {
    const { client, person } = await start()
    person.act = async () => how
    expect(await client.signIn()).toBeNull()
    expect(await client.session()).toBeNull()
    person.act = press
    expect((await client.signIn())?.user.name).toBe('ada')
  })

  test('signs in once, although the button was pressed twice', async () => {
    const { client, person } = await start()
    let opened = 0
    person.act = async (address) => {
      opened++
      // The second press comes while the browser is open: it is locked, and spoils nothing.
      expect(await client.signIn()).toBeNull()
      return press(address)
    }
    const outcome = await client.signIn().catch(({ code }) => code)
    expect([opened, Object(outcome).user?.name ?? outcome]).toEqual([1, 'ada'])
  })

  test('goes on by the link, if the system ended the app behind the browser', async () => {
    const { client, person, items } = await start()
    let back = ''
    person.act = async (address) => {
      back = await press(address)
      return new Promise<never>(() => {})
    }
    client.signIn()
    await expect.poll(() => back).toContain('code=')
    const opened = await start(items)
    expect((await opened.client.resume(back))?.user.name).toBe('ada')
    expect((await opened.client.fetch('/api/auth/session')).status).toBe(200)
  })

  test('is nobody after its session was ended elsewhere, and says so', async () => {
    const { client, person } = await start()
    person.act = press
    await client.signIn()
    await place.auth.sessions.endAll(browser, { keepCurrent: true })
    expect(await client.session()).toBeNull()
  })
})
