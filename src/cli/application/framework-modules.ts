import * as module from 'node:module'

/** Modules that only a framework's own tools provide, as plain programs. */
const frameworkModules: Readonly<Record<string, () => string>> = {
  '$app/env': environmentFlags,
  '$app/environment': environmentFlags,
  '$app/env/private': () => namedVariables().join('\n'),
  '$env/dynamic/private': () => 'export const env = process.env',
  '$env/static/private': () => namedVariables().join('\n'),
  'server-only': () => '',
}

const isDevelopment = "process.env.NODE_ENV === 'development'"

function environmentFlags(): string {
  return `export const dev = ${isDevelopment}
export const building = false, browser = false, version = ''`
}

function namedVariables(): string[] {
  return Object.keys(process.env)
    .filter((name) => /^[A-Z_][A-Z0-9_]*$/.test(name))
    .map((name) => `export const ${name} = process.env.${name}`)
}

/** `import.meta.env` as Vite and Astro fill it, as far as a server reads it. */
const metaEnv = `import.meta.env ??= { ...process.env, DEV: ${isDevelopment}, PROD: !(${isDevelopment}), MODE: process.env.NODE_ENV ?? 'production', SSR: true, BASE_URL: '/' };`

/** The endings that bundlers add to an address, and Node does not. */
const endings = ['.ts', '.js', '.mjs', '/index.ts', '/index.js']

/** Node keeps its hooks as long as the process lives. */
let isTaught = false

/**
 * Lets Node find what a framework's bundler would: files without their endings, modules that only the framework knows, and
 * `import.meta.env`. Node before 22.15 has no such hooks. They are registered once: each asks the one before it six times for a missing
 * file, so eight of them would ask more than a million times.
 */
export function knowFrameworkModules(): void {
  if (isTaught) return
  isTaught = true
  module.registerHooks?.({
    resolve(specifier, context, next) {
      const made = Object.hasOwn(frameworkModules, specifier)
        ? frameworkModules[specifier]
        : undefined
      if (made) {
        const url = `data:text/javascript,${encodeURIComponent(made())}`
        return { url, format: 'module', shortCircuit: true }
      }
      try {
        return next(specifier, context)
      } catch (thrown) {
        for (const ending of specifier.startsWith('node:') ? [] : endings) {
          try {
            return next(specifier + ending, context)
          } catch {}
        }
        throw thrown
      }
    },
    load(url, context, next) {
      const loaded = next(url, context)
      const source = String(loaded.source ?? '')
      // On the first line, so that line numbers in messages stay right.
      return source.includes('import.meta.env') ? { ...loaded, source: metaEnv + source } : loaded
    },
  })
}
