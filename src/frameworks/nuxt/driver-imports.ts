import { createRequire } from 'node:module'
import { join } from 'node:path'

/** The part of a Rollup plug-in that is needed here. */
export interface RollupPlugin {
  name: string
  transform(code: string, id: string): { code: string; map: null } | undefined
}

/** The import of a package that an application may have, as the build writes it: `src/services/installed-package.ts` says why. */
const optionalImport = /[\w$]+ ?\?\? ?(["'`])([\w-]+)\1(?=\s*\))/g

/**
 * Makes the imports of installed drivers visible to Rollup. Nitro bundles what a module of Nuxt brings, so its tracer never reads these
 * imports; it copies the packages that it sees imported.
 */
export function driverImports(rootDir: string): RollupPlugin {
  const { resolve } = createRequire(join(rootDir, 'package.json'))
  const isInstalled = (name: string) => {
    try {
      return Boolean(resolve(name))
    } catch {
      return false
    }
  }
  return {
    name: 'portico-driver-imports',
    transform(code, id) {
      if (!id.includes('porticojs')) return undefined
      const shown = code.replace(optionalImport, (all, _quote, name: string) =>
        isInstalled(name) ? `'${name}'` : all,
      )
      // No source map: every line stays in its place.
      return shown === code ? undefined : { code: shown, map: null }
    },
  }
}
