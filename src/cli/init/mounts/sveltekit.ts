import { codeMask, onlyMatchEnd } from '../edits/code-mask.ts'
import { addImports, inMannerOf } from '../edits/insert.ts'
import { importPath } from '../import-ending.ts'
import type { OwnApplication } from '../own-application.ts'
import { type Mount, type Mounted, together } from './mount.ts'

/** Mounts by the hook. An application without one gets the example's file; otherwise Portico's hook runs before its own. */
export const sveltekit: Mount = (app, configuration) =>
  together([hook(app, configuration), locals(app)])

function hook(app: OwnApplication, configuration: string): Mounted {
  const path = ['ts', 'js'].map((ending) => `src/hooks.server.${ending}`).find(app.read)
  const text = (path && app.read(path)) ?? ''
  if (!path) return {}
  const from = importPath(app, path, configuration)
  const bare = from.split('/').at(-1) ?? ''
  if (new RegExp(`['"][^'"]*/${bare}(\\.[jt]s)?['"]`).test(text)) return {}
  const mask = codeMask(text)
  const exports = /\bexport\b[^;\n]*\bhandle\b/.test(mask)
  const [own = ''] = inMannerOf(text, [`export { handle } from '${from}'`])
  if (!exports) return { edits: { [path]: `${text.trimEnd()}\n\n${own}\n` } }
  const changed = beside(text, from)
  if (changed) return { edits: { [path]: changed } }
  const lines = [
    "import { sequence } from '@sveltejs/kit/hooks'",
    `import { handle as authHandle } from '${from}'`,
    '',
    'export const handle = sequence(authHandle, yours)',
  ]
  return { missing: [{ path, about: 'run the hook before yours', lines }] }
}

/** The hooks file with Portico's hook before the application's own, which is renamed. */
function beside(text: string, from: string): string | undefined {
  const mask = codeMask(text)
  const end = onlyMatchEnd(mask, /^export const handle(?=\s*[:=])/)
  const isPlain = (mask.match(/\bhandle\b/g) ?? []).length === 1
  if (!end || !isPlain || /\b(ownHandle|authHandle|sequence)\b/.test(mask)) return undefined
  const renamed = `${text.slice(0, end).replace(/export const handle$/, 'const ownHandle')}${text.slice(end)}`
  const [last = ''] = inMannerOf(text, ['export const handle = sequence(authHandle, ownHandle)'])
  return addImports(`${renamed.trimEnd()}\n\n${last}\n`, [
    { names: '{ sequence }', from: '@sveltejs/kit/hooks' },
    { names: '{ handle as authHandle }', from },
  ])
}

/** Adds the type of `locals.session` in place of the generator's comment. */
function locals(app: OwnApplication): Mounted {
  const path = 'src/app.d.ts'
  const text = app.read(path) ?? ''
  const comment = /^([ \t]*)\/\/ interface Locals \{\}$/m
  const type = 'session: import("porticojs").Session | null'
  if (!comment.test(text) || /^\s*interface Locals\b/m.test(text)) return {}
  const [line = ''] = inMannerOf(text, [type.replaceAll('"', "'")])
  const unit = text.includes('\t') ? '\t' : '  '
  const changed = text.replace(
    comment,
    (_, indent) => `${indent}interface Locals {\n${indent}${unit}${line}\n${indent}}`,
  )
  return { edits: { [path]: changed } }
}
