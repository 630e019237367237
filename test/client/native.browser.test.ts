import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NativeApps } from '../../src/parts/native-apps.ts'
import { memory } from '../../src/storage/memory.ts'
import { createBrowser } from '../../src/testing.ts'
import { haveChromium, launch } from '../browser.ts'
import { apps, goOn } from '../native-apps/house.ts'
import { bundle, type Place, serve } from './place.ts'

const script = `
  import { createElement as h } from 'react'
  import { createRoot } from 'react-dom/client'
  import { SessionProvider, useSession } from '../../src/client/bindings/react.ts'
  import { createNativeClient } from '../../src/client/native.ts'

  const items = new Map()
  const client = createNativeClient({
    url: location.origin,
    app: 'acme',
    store: {
      get: (name) => items.get(name),
      set: (name, value) => items.set(name, value),
      remove: (name) => items.delete(name),
    },
    open: async (begin) => openBrowser(await begin('com.acme.app:/signed-in')),
  })
  function Greeting() {
    const { session } = useSession()
    return h('h1', null, session === undefined ? 'Unknown' : session ? session.user.name : 'Nobody')
  }
  createRoot(document.querySelector('main')).render(
    h(SessionProvider, { client }, h(Greeting)),
  )
  Object.assign(globalThis, { client })
`

describe.runIf(haveChromium('hooks of React'))('the hooks of React', () => {
  let browser: Browser
  let place: Place
  beforeAll(async () => {
    browser = await launch()
    const files = await bundle(script)
    const document = '<body><main></main><script type="module" src="/page.js"></script>'
    place = await serve(() => document, files, { storage: memory(), parts: [NativeApps(apps)] })
  })
  afterAll(async () => {
    await browser.close()
    await place.close()
  })

  test('show who is signed in by the client of a native app, and that nobody is any more', async () => {
    const system = createBrowser({ origin: place.origin, app: place.auth.handler })
    await system.submit('/api/auth/callback/credentials', { name: 'ada', password: 'lovelace' })
    const page = await browser.newPage()
    await page.exposeFunction('openBrowser', (address: string) =>
      goOn(system, { query: Object.fromEntries(new URL(address).searchParams), verifier: '' }),
    )
    await page.goto(place.origin)
    await page.getByRole('heading', { name: 'Nobody' }).waitFor()
    await page.evaluate(() => Reflect.get(globalThis, 'client').signIn())
    await page.getByRole('heading', { name: 'ada' }).waitFor()
    await place.auth.sessions.endAll(system, { keepCurrent: true })
    await page.evaluate(() => Reflect.get(globalThis, 'client').refresh())
    await page.getByRole('heading', { name: 'Nobody' }).waitFor()
    // The cookies of the page are none of the app's business.
    expect(await page.context().cookies()).toEqual([])
  })
})
