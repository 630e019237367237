import { expect, test } from 'vitest'
import portico, { type Nuxt } from '../../src/frameworks/nuxt.ts'

/** As much of Nuxt as a module can see: its options, and hooks that are called later. */
function installed(options: Parameters<typeof portico>[0]) {
  const hooks = new Map<string, (value: never) => void>()
  const nuxt: Nuxt = {
    options: {
      rootDir: '/app',
      buildDir: '/app/.nuxt',
      serverDir: '/app/server',
      serverHandlers: [{ route: '/mine', handler: '/app/server/mine.ts' }],
      plugins: [],
      build: { templates: [] },
    },
    hook: (name: string, change: (value: never) => void) => hooks.set(name, change),
  }
  portico(options, nuxt)
  const call = <T>(name: string, value: T): T => {
    // Each hook is called with what its name says.
    const hook = hooks.get(name) as ((value: T) => void) | undefined
    hook?.(value)
    return value
  }
  return { options: nuxt.options, call }
}

test('the module puts route, middleware, plugin, composable and types in their places', () => {
  const { options, call } = installed({})
  expect(options.serverHandlers).toEqual([
    { middleware: true, handler: '#portico/middleware' },
    { route: '/mine', handler: '/app/server/mine.ts' },
    { route: '/api/auth/**', handler: '#portico/handler' },
  ])
  expect(options.plugins).toEqual([{ src: '/app/.nuxt/porticojs/plugin.mjs' }])
  expect(call('imports:extend', [])).toEqual([{ name: 'useSession', from: 'porticojs/vue' }])
  expect(call('app:resolve', { middleware: [] }).middleware).toEqual([
    { name: 'signed-in', path: '/app/.nuxt/porticojs/signed-in.mjs', global: false },
  ])
  expect(call('prepare:types', { references: [] }).references).toEqual([
    { path: '/app/.nuxt/types/portico.d.ts' },
  ])
})

test('another file and another path are used everywhere', () => {
  const { options, call } = installed({ auth: 'server/sign-in.ts', basePath: '/auth' })
  expect(options.serverHandlers.at(-1)?.route).toBe('/auth/**')
  const { virtual } = call<{ virtual?: Record<string, string> }>('nitro:config', {})
  expect(virtual?.['#portico/handler']).toContain('"/app/server/sign-in.ts"')
  const texts = options.build.templates.map(({ getContents }) => getContents()).join()
  expect(texts).toContain("'/auth/signin")
  expect(texts).toContain(" + '/auth' }")
})

test('pages ask below the base of the application, and return there', () => {
  const { options } = installed({})
  const texts = options.build.templates.map(({ getContents }) => getContents())
  const [plugin, guard] = ['createClient(', 'navigateTo('].map((word) =>
    texts.find((text) => text.includes(word)),
  )
  const base = "useRuntimeConfig().app.baseURL.replace(/\\/$/, '')"
  expect(plugin).toContain(`basePath: ${base} + '/api/auth' })`)
  expect(guard).toContain(`const base = ${base}`)
  expect(guard).toContain(
    "base + '/api/auth/signin?callbackUrl=' + encodeURIComponent(base + to.fullPath)",
  )
})

test('errors of the application keep their own handler', () => {
  const { call } = installed({})
  expect(call('nitro:config', { errorHandler: 'mine' })).toMatchObject({
    errorHandler: ['#portico/errors', 'mine'],
  })
})
