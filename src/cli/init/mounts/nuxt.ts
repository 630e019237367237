import { codeMask, onlyMatchEnd } from '../edits/code-mask.ts'
import { addToProperty, partInMannerOf } from '../edits/insert.ts'
import { type Mount, settingsFile } from './mount.ts'

/** The path where the module finds the configuration by itself. */
const usual = 'server/utils/auth.ts'

/** Mounts by the module in nuxt.config. */
export const nuxt: Mount = (app, configuration) => {
  const path = settingsFile(app, 'nuxt')
  const text = (path && app.read(path)) ?? ''
  if (/['"]porticojs\/nuxt['"]/.test(text)) return {}
  const written =
    configuration === usual
      ? "'porticojs/nuxt'"
      : `['porticojs/nuxt', { auth: '${configuration}' }]`
  const item = partInMannerOf(text, written)
  const brace = onlyMatchEnd(codeMask(text), /defineNuxtConfig\(\s*\{/)
  const changed = brace && addToProperty(text, brace - 1, 'modules', item)
  if (path && changed) return { edits: { [path]: changed } }
  return {
    missing: [
      {
        path: path ?? 'nuxt.config.ts',
        about: 'add the module',
        lines: [`modules: [${written}],`],
      },
    ],
  }
}
