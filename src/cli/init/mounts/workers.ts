import { importOf, type Mount, shownLines, uses } from './mount.ts'

/** A worker routes in its own code and needs a database, so both are written by hand. */
export const workers: Mount = (app, configuration) => {
  const path = app.sources.find((one) => /(^|\/)index\.[jt]s$/.test(one)) ?? 'src/index.ts'
  const imported = importOf(app, path, configuration, 'handler')
  if (uses(app, 'porticojs/workers', configuration)) return {}
  if ((app.read(path) ?? '').includes(imported.from)) return {}
  const route =
    "if (new URL(request.url).pathname.startsWith('/api/auth/')) return handler(request, env, ctx)"
  const binding =
    '"d1_databases": [{ "binding": "DB", "database_name": "auth", "database_id": "local" }],'
  const settings = app.beside.find((file) => /^wrangler\.(jsonc?|toml)$/.test(file))
  const isBound = /\bd1_databases\b/.test((settings && app.read(settings)) ?? '')
  return {
    missing: [
      { path, about: 'serve the sign-in, first in fetch', lines: shownLines([imported], [route]) },
      ...(isBound
        ? []
        : [{ path: settings ?? 'wrangler.jsonc', about: 'bind a database', lines: [binding] }]),
    ],
  }
}
