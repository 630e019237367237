import { resolve } from 'node:path'

/** What a module may change while Nuxt reads its configuration, as far as it is needed here. */
export interface Nuxt {
  options: {
    rootDir: string
    buildDir: string
    serverDir: string
    serverHandlers: { route?: string; middleware?: boolean; handler: string }[]
    plugins: (string | { src: string })[]
    build: { templates: Template[] }
  }
  hook(name: 'nitro:config', change: (config: NitroConfig) => void): unknown
  hook(name: 'imports:extend', change: (imports: Import[]) => void): unknown
  hook(name: 'app:resolve', change: (app: { middleware: RouteMiddleware[] }) => void): unknown
  hook(name: 'prepare:types', change: (types: { references: Reference[] }) => void): unknown
  hook(name: 'nitro:prepare:types', change: (types: { references: Reference[] }) => void): unknown
}

interface Template {
  filename: string
  dst: string
  write: boolean
  getContents(): string
}

interface NitroConfig {
  virtual?: Record<string, unknown>
  errorHandler?: string | string[]
}

interface Import {
  name: string
  from: string
}

interface RouteMiddleware {
  name: string
  path: string
  global: boolean
}

type Reference = { path: string } | { types: string }

/** Where things are. */
export interface NuxtOptions {
  /** The file that exports what `toH3` returns. Default `server/utils/auth.ts`. */
  auth?: string
  /** Where the routes are. Default `/api/auth`. */
  basePath?: string
}

/**
 * The module: serves the routes, fills `event.context.session`, and gives pages `useSession()` and the middleware `signed-in`.
 *
 * @example
 * export default defineNuxtConfig({ modules: ['portico/nuxt'] })
 */
export default function portico({ auth, basePath = '/api/auth' }: NuxtOptions, nuxt: Nuxt): void {
  const { rootDir, buildDir, serverDir, serverHandlers, plugins, build } = nuxt.options
  const file = auth ? resolve(rootDir, auth) : resolve(serverDir, 'utils/auth.ts')
  const template = (filename: string, code: string) => {
    const dst = resolve(buildDir, filename)
    build.templates.push({ filename, dst, write: true, getContents: () => code })
    return dst
  }
  const types = { path: template('types/portico.d.ts', contextTypes) }
  const guard = template('portico/signed-in.mjs', signedIn(basePath))

  serverHandlers.unshift({ middleware: true, handler: '#portico/middleware' })
  serverHandlers.push({ route: `${basePath}/**`, handler: '#portico/handler' })
  plugins.push({ src: template('portico/plugin.mjs', sessionFromPayload(basePath)) })
  nuxt.hook('nitro:config', (config) => {
    config.virtual = {
      ...config.virtual,
      '#portico/handler': eventHandler('handler', file),
      '#portico/middleware': eventHandler('middleware', file),
      '#portico/errors': "export { errorHandler as default } from 'portico/h3'",
    }
    config.errorHandler = ['#portico/errors', ...[config.errorHandler ?? []].flat()]
  })
  nuxt.hook('imports:extend', (imports) => {
    imports.push({ name: 'useSession', from: 'portico/vue' })
  })
  nuxt.hook('app:resolve', ({ middleware }) => {
    middleware.push({ name: 'signed-in', path: guard, global: false })
  })
  nuxt.hook('prepare:types', ({ references }) => void references.push(types))
  nuxt.hook('nitro:prepare:types', ({ references }) => void references.push(types))
}

/** A handler of Nitro that is one of the application's own functions. */
function eventHandler(name: string, file: string): string {
  return `import { defineEventHandler } from 'h3'
import { ${name} } from ${JSON.stringify(file)}
export default defineEventHandler(${name})
`
}

/**
 * The session travels with the page, so that nobody asks for it again. A page that is kept for many visitors brings none: the
 * browser asks then.
 */
function sessionFromPayload(basePath: string): string {
  return `import { defineNuxtPlugin, useRequestEvent } from 'nuxt/app'
import { createClient } from 'portico/client'
import { sessionPlugin } from 'portico/vue'

export default defineNuxtPlugin({
  name: 'portico',
  setup({ payload, vueApp }) {
    if (import.meta.server && !import.meta.prerender) {
      const { session = null, cache } = useRequestEvent()?.context ?? {}
      if (!cache) payload.portico = session
    }
    const client = createClient({ basePath: '${basePath}' })
    vueApp.use(sessionPlugin({ session: payload.portico, client }))
    return { provide: { portico: client } }
  },
})
`
}

/** Shows people the way; what they may see is decided by `requireSession` on the server. */
function signedIn(basePath: string): string {
  return `import { defineNuxtRouteMiddleware, navigateTo, useNuxtApp } from 'nuxt/app'

export default defineNuxtRouteMiddleware(async (to) => {
  const { $portico } = useNuxtApp()
  let { session } = $portico.get()
  if (session === undefined && import.meta.client) session = (await $portico.refresh()).session
  if (session) return
  const url = '${basePath}/signin?callbackUrl=' + encodeURIComponent(to.fullPath)
  return navigateTo(url, { external: true, redirectCode: 303 })
})
`
}

const contextTypes = `import type { Session } from 'portico'

declare module 'h3' {
  interface H3EventContext {
    session: Session | null
  }
}
`
