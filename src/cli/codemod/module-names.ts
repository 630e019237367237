/** Modules of Auth.js that have one of ours in their place, with the same names in it. */
const modules: Readonly<Record<string, string>> = {
  'next-auth': 'portico/next-auth',
  'next-auth/next': 'portico/next-auth/next',
  'next-auth/react': 'portico/next-auth/react',
  'next-auth/jwt': 'portico/next-auth/jwt',
  'next-auth/middleware': 'portico/next-auth/middleware',
  'next-auth/webauthn': 'portico/next-auth/react',
  '@auth/core': 'portico/authjs',
  '@auth/core/errors': 'portico/authjs',
  '@auth/core/jwt': 'portico/next-auth/jwt',
  '@auth/express': 'portico/authjs/express',
  '@auth/sveltekit': 'portico/authjs/sveltekit',
}

/** Modules of which only types are imported. */
const typeModule =
  /^((next-auth|@auth\/\w+)\/(adapters|providers(\/(index|oauth|oauth-types))?)|@auth\/core\/types)$/

const providerModule = /^(?:next-auth|@auth\/[\w-]+)\/providers\/([\w-]+)$/

const oldAdapter = /^@next-auth\/([\w-]+)-adapter$/

/** Adapters that were given another name on the way. */
const renamedAdapters: Readonly<Record<string, string>> = { 'typeorm-legacy': 'typeorm' }

/** What a module of Auth.js holds, as far as it matters for what comes in its place. */
type ModuleKind = 'same names' | 'provider' | 'types' | 'adapter'

/** The module that comes in the place of one of Auth.js's; undefined for all others. */
export function newModule(name: string): { kind: ModuleKind; name: string } | undefined {
  const bare = name.replace(/\.js$/, '')
  if (Object.hasOwn(modules, bare)) return { kind: 'same names', name: modules[bare] ?? name }
  if (typeModule.test(bare)) return { kind: 'types', name: 'portico' }
  const [, provider] = providerModule.exec(bare) ?? []
  if (provider) return { kind: 'provider', name: `portico/providers/${provider}` }
  const [, adapter] = oldAdapter.exec(bare) ?? []
  if (!adapter) return undefined
  const renamed = Object.hasOwn(renamedAdapters, adapter) ? renamedAdapters[adapter] : adapter
  return { kind: 'adapter', name: `@auth/${renamed}-adapter` }
}

/** Whether a module belongs to Auth.js at all, apart from adapters, which stay. */
export function isAuthjs(name: string): boolean {
  return /^(next-auth|@auth\/(?![\w-]+-adapter$)[\w-]+)(\/|$)/.test(name)
}
