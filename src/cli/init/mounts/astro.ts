import { packagesIn } from '../../application/manifest.ts'
import { codeMask, onlyMatchEnd, propertyValue } from '../edits/code-mask.ts'
import { addImports, addProperty, addToProperty, partInMannerOf } from '../edits/insert.ts'
import type { OwnApplication } from '../own-application.ts'
import { type Missing, type Mount, settingsFile, shownLines } from './mount.ts'

/** The path where the integration finds the configuration by itself. */
const usual = 'src/auth.ts'

const integration = { names: 'portico', from: 'porticojs/astro' }
const adapter = { names: 'node', from: '@astrojs/node' }
const adapterLine = "adapter: node({ mode: 'standalone' })"

/** The major version of the adapter for Node that fits each version of Astro. */
const adapterMajors: Readonly<Record<number, number>> = { 6: 10, 7: 11 }

/** Mounts by the integration in astro.config. Adds the adapter for Node if there is none, because the routes are rendered on demand. */
export const astro: Mount = (app, configuration) => {
  const path = settingsFile(app, 'astro')
  const text = (path && app.read(path)) ?? ''
  const options = configuration === usual ? '' : `{ auth: './${configuration}' }`
  const item = `portico(${options})`
  const mask = codeMask(text)
  const brace = onlyMatchEnd(mask, /defineConfig\(\s*\{/)
  const needs = {
    integration: !/['"]porticojs\/astro['"]/.test(text),
    adapter:
      brace === undefined
        ? !/\badapter\b/.test(mask)
        : propertyValue(mask, brace - 1, 'adapter') === undefined,
  }
  const usesNode = needs.adapter || /['"]@astrojs\/node['"]/.test(text)
  const packages = usesNode ? packagesFor(app) : []
  if (!needs.integration && !needs.adapter) return { packages }
  const changed = brace === undefined ? undefined : edited(text, brace - 1, needs, item)
  if (path && changed) return { edits: { [path]: changed }, packages }
  return { missing: [missing(path ?? 'astro.config.mjs', needs, item)], packages }
}

type Needs = Record<'integration' | 'adapter', boolean>

function edited(text: string, brace: number, needs: Needs, item: string): string | undefined {
  const called = partInMannerOf(text, item)
  const listed = needs.integration ? addToProperty(text, brace, 'integrations', called) : text
  if (listed === undefined) return undefined
  const line = partInMannerOf(text, adapterLine)
  const adapted = needs.adapter ? addProperty(listed, brace, line) : listed
  return addImports(adapted, importsFor(needs))
}

function importsFor(needs: Needs) {
  return [...(needs.adapter ? [adapter] : []), ...(needs.integration ? [integration] : [])]
}

function missing(path: string, needs: Needs, item: string): Missing {
  const lines = [
    ...(needs.adapter ? [`${adapterLine},`] : []),
    ...(needs.integration ? [`integrations: [${item}],`] : []),
  ]
  return { path, about: 'add to your settings', lines: shownLines(importsFor(needs), lines) }
}

function packagesFor({ major, manifest }: OwnApplication): string[] {
  if (Object.hasOwn(packagesIn(manifest), adapter.from)) return []
  const fitting = adapterMajors[major ?? 0]
  return [fitting ? `${adapter.from}@${fitting}` : adapter.from]
}
