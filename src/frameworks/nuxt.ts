import { resolve } from 'node:path'
import { driverImports } from './nuxt/driver-imports.ts'
import type { Nuxt } from './nuxt/nuxt.ts'
import { contextTypes, eventHandler, sessionFromPayload, signedIn } from './nuxt/templates.ts'

export type { Nuxt } from './nuxt/nuxt.ts'

/** The places of the application's file and of the routes. */
export interface NuxtOptions {
  /** The file that exports the functions of `toH3`. Default `server/utils/auth.ts`. */
  auth?: string
  /** The path of the routes, below Nuxt's `app.baseURL`. Default `/api/auth`. */
  basePath?: string
}

/**
 * The module: serves the routes, fills `event.context.session`, and gives pages `useSession()` and the middleware `signed-in`.
 *
 * @example
 * export default defineNuxtConfig({ modules: ['porticojs/nuxt'] })
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
  const guard = template('porticojs/signed-in.mjs', signedIn(basePath))

  serverHandlers.unshift({ middleware: true, handler: '#portico/middleware' })
  serverHandlers.push({ route: `${basePath}/**`, handler: '#portico/handler' })
  plugins.push({ src: template('porticojs/plugin.mjs', sessionFromPayload(basePath)) })
  nuxt.hook('nitro:config', (config) => {
    config.virtual = {
      ...config.virtual,
      '#portico/handler': eventHandler('handler', file),
      '#portico/middleware': eventHandler('middleware', file),
      '#portico/errors': "export { errorHandler as default } from 'porticojs/h3'",
    }
    const { plugins: before = [] } = config.rollupConfig ?? {}
    config.rollupConfig = {
      ...config.rollupConfig,
      plugins: [...[before].flat(), driverImports(rootDir)],
    }
    config.errorHandler = ['#portico/errors', ...[config.errorHandler ?? []].flat()]
  })
  nuxt.hook('imports:extend', (imports) => {
    imports.push({ name: 'useSession', from: 'porticojs/vue' })
  })
  nuxt.hook('app:resolve', ({ middleware }) => {
    middleware.push({ name: 'signed-in', path: guard, global: false })
  })
  nuxt.hook('prepare:types', ({ references }) => void references.push(types))
  nuxt.hook('nitro:prepare:types', ({ references }) => void references.push(types))
}
