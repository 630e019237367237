/** The part of Astro's setup that an integration uses here. */
interface AstroSetup {
  command: 'dev' | 'build' | 'preview' | 'sync'
  config: { root: URL }
  injectRoute(route: { pattern: string; entrypoint: URL; prerender: boolean }): void
  addMiddleware(middleware: { entrypoint: URL; order: 'pre' | 'post' }): void
}

/** An integration of Astro. */
export interface PorticoIntegration {
  name: string
  hooks: {
    'astro:config:setup'(setup: AstroSetup): void
    'astro:config:done'(done: {
      injectTypes(types: { filename: string; content: string }): unknown
    }): void
  }
}

/**
 * The integration: serves the routes, runs the middleware before yours, and types `locals.session`. `auth` is the file that exports the
 * functions of `toAstro`.
 *
 * @example
 * export default defineConfig({ integrations: [portico()] })
 */
export default function portico({
  auth = './src/auth.ts',
  basePath = '/api/auth',
}: {
  auth?: string
  basePath?: string
} = {}): PorticoIntegration {
  return {
    name: 'porticojs',
    hooks: {
      'astro:config:setup'({ command, config, injectRoute, addMiddleware }) {
        if (command === 'dev') loadEnvironment(config.root)
        const entrypoint = new URL(auth, config.root)
        injectRoute({ pattern: `${basePath}/[...auth]`, entrypoint, prerender: false })
        addMiddleware({ entrypoint, order: 'pre' })
      },
      'astro:config:done'({ injectTypes }) {
        injectTypes({ filename: 'locals.d.ts', content: localsType })
      },
    },
  }
}

const localsType = `declare namespace App {
  interface Locals {
    session: import('porticojs').Session | null
  }
}
`

/**
 * Loads the `.env` files, which Astro does not put into `process.env`. The environment wins over them, and each file over those after it.
 */
function loadEnvironment(root: URL): void {
  for (const file of ['.env.development.local', '.env.development', '.env.local', '.env']) {
    try {
      process.loadEnvFile(new URL(file, root))
    } catch {
      // Few applications have all of them.
    }
  }
}
