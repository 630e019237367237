import type { Mount } from './mount.ts'
import { importOf, shownLines } from './mount.ts'
import { mountOnServer } from './server.ts'

const onH3 = mountOnServer({
  door: 'h3',
  made: 'toH3',
  creation: 'new H3',
  lines: (app, handler) => [`${app}.all('/api/auth/**', ${handler})`],
})

/** Mounts by a route. Version 1 has routers, or files with Nitro; version 2 has routes on the application. */
export const h3: Mount = (app, configuration) => {
  const mounted = onH3(app, configuration)
  if (app.major !== 1 || !mounted.missing) return mounted
  const importing = [
    { names: '{ toH3 }', from: 'porticojs/h3' },
    importOf(app, 'server.ts', configuration, 'auth'),
  ]
  const route = "router.use('/api/auth/**', defineEventHandler(toH3(auth).handler))"
  return {
    missing: [{ about: 'serve the sign-in on your router', lines: shownLines(importing, [route]) }],
  }
}
