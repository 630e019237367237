import { codeMask, onlyMatchEnd } from '../edits/code-mask.ts'
import { addImports, addToProperty } from '../edits/insert.ts'
import { importOf, type Mount, shownLines } from './mount.ts'

/** Mounts by the module in the `imports` of the application's root module. */
export const nest: Mount = (app, configuration) => {
  const path = app.sources.find((one) => /(^|\/)app\.module\.ts$/.test(one))
  const text = (path && app.read(path)) ?? ''
  const isTaken = /\bAuthModule\b/.test(text)
  const name = isTaken ? 'PorticoModule' : 'AuthModule'
  const imported = importOf(app, path ?? 'src/app.module.ts', configuration, 'AuthModule', name)
  const bare = imported.from.replace(/\.[cm]?[jt]s$/, '')
  if (isTaken && new RegExp(`['"]${bare}(\\.[cm]?[jt]s)?['"]`).test(text)) return {}
  const brace = onlyMatchEnd(codeMask(text), /@Module\(\{/)
  const changed = brace && addToProperty(text, brace - 1, 'imports', name)
  if (path && changed) return { edits: { [path]: addImports(changed, [imported]) } }
  const lines = shownLines([imported], [`imports: [${name}],`], text)
  const about = 'add the module to the imports of your root module'
  return { missing: [{ ...(path ? { path } : {}), about, lines }] }
}
