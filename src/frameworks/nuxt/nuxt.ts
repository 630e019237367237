/** The part of Nuxt that a module changes here, while Nuxt reads its configuration. */
export interface Nuxt {
  options: {
    rootDir: string
    buildDir: string
    serverDir: string
    serverHandlers: { route?: string; middleware?: boolean; handler: string }[]
    plugins: (string | { src: string })[]
    build: { templates: Template[] }
  }
  hook(name: 'nitro:config', change: (config: NitroConfig) => void): unknown
  hook(name: 'imports:extend', change: (imports: Import[]) => void): unknown
  hook(name: 'app:resolve', change: (app: { middleware: RouteMiddleware[] }) => void): unknown
  hook(name: 'prepare:types', change: (types: { references: Reference[] }) => void): unknown
  hook(name: 'nitro:prepare:types', change: (types: { references: Reference[] }) => void): unknown
}

interface Template {
  filename: string
  dst: string
  write: boolean
  getContents(): string
}

interface NitroConfig {
  virtual?: Record<string, unknown>
  errorHandler?: string | string[]
  rollupConfig?: { plugins?: unknown }
}

interface Import {
  name: string
  from: string
}

interface RouteMiddleware {
  name: string
  path: string
  global: boolean
}

type Reference = { path: string } | { types: string }
