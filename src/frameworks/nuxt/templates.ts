/** The code of a Nitro handler that is a function of the application's file. */
export function eventHandler(name: string, file: string): string {
  return `import { defineEventHandler } from 'h3'
import { ${name} } from ${JSON.stringify(file)}
export default defineEventHandler(${name})
`
}

/** Code for the base path of the application, which may be configured when the server starts (`NUXT_APP_BASE_URL`). */
const base = "useRuntimeConfig().app.baseURL.replace(/\\/$/, '')"

/**
 * The code of a plugin that sends the session along with the page, which saves the browser a request. A page that is cached for many
 * visitors brings none: the browser asks then.
 */
export function sessionFromPayload(basePath: string): string {
  return `import { defineNuxtPlugin, useRequestEvent, useRuntimeConfig } from 'nuxt/app'
import { createClient } from 'porticojs/client'
import { sessionPlugin } from 'porticojs/vue'

export default defineNuxtPlugin({
  name: 'porticojs',
  setup({ payload, vueApp }) {
    if (import.meta.server && !import.meta.prerender) {
      const context = useRequestEvent()?.context ?? {}
      try {
        if (!context.cache) payload.portico = context.session ?? null
      } catch {
        // The storage cannot be asked: the page is shown all the same, and the browser asks.
      }
    }
    const client = createClient({ initial: payload.portico, basePath: ${base} + '${basePath}' })
    vueApp.use(sessionPlugin({ client }))
    return { provide: { portico: client } }
  },
})
`
}

/**
 * The code of a middleware that leads visitors to the sign-in page; `requireSession` on the server decides what they may see. It refreshes
 * the session before each further page: the visitor may have signed out elsewhere since.
 */
export function signedIn(basePath: string): string {
  return `import { abortNavigation, createError, defineNuxtRouteMiddleware, navigateTo, useNuxtApp, useRequestEvent, useRuntimeConfig } from 'nuxt/app'

export default defineNuxtRouteMiddleware(async (to) => {
  const { $portico, isHydrating } = useNuxtApp()
  const known = $portico.get()
  // Throws where the storage cannot be asked: that is nobody to send to the sign-in page.
  if (import.meta.server) void useRequestEvent()?.context.session
  const current = import.meta.server || (isHydrating && known.session !== undefined)
  const { session, error } = current ? known : await $portico.refresh()
  if (session) return
  if (session === undefined && error) return abortNavigation(createError({ statusCode: error.status ?? 503, message: error.message }))
  // The router leaves the base of the application out of its paths.
  const base = ${base}
  const url = base + '${basePath}/signin?callbackUrl=' + encodeURIComponent(base + to.fullPath)
  return navigateTo(url, { external: true, redirectCode: 303 })
})
`
}

/** The types of what the module's middleware adds to an event. */
export const contextTypes = `import type { Session } from 'porticojs'

declare module 'h3' {
  interface H3EventContext {
    session: Session | null
  }
}
`
