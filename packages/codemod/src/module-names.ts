/** Modules of Auth.js, and those of ours with the same names in them. */
const modules: Readonly<Record<string, string>> = {
  'next-auth': 'porticojs/next-auth',
  'next-auth/next': 'porticojs/next-auth/next',
  'next-auth/react': 'porticojs/next-auth/react',
  'next-auth/jwt': 'porticojs/next-auth/jwt',
  'next-auth/middleware': 'porticojs/next-auth/middleware',
  'next-auth/webauthn': 'porticojs/next-auth/react',
  '@auth/core': 'porticojs/authjs',
  '@auth/core/errors': 'porticojs/authjs',
  '@auth/core/jwt': 'porticojs/next-auth/jwt',
  '@auth/express': 'porticojs/authjs/express',
  '@auth/sveltekit': 'porticojs/authjs/sveltekit',
}

/** Modules of which only types are imported. */
const typeModule =
  /^((next-auth|@auth\/\w+)\/(adapters|providers(\/(index|oauth|oauth-types))?)|@auth\/core\/types)$/

/** Manifests, which pages read to show the version. */
const ownManifest = /^(next-auth|@auth\/(core|express|sveltekit))\/package\.json$/

const providerModule = /^(?:next-auth|@auth\/[\w-]+)\/providers\/([\w-]+)$/

const oldAdapter = /^@next-auth\/([\w-]+)-adapter$/

/** Adapters that were given another name on the way. */
const renamedAdapters: Readonly<Record<string, string>> = { 'typeorm-legacy': 'typeorm' }

/** The kind of a module of Auth.js, which decides how its exports are replaced. */
type ModuleKind = 'same names' | 'provider' | 'types' | 'adapter'

/** The module that replaces one of Auth.js; undefined for all others. */
export function newModule(name: string): { kind: ModuleKind; name: string } | undefined {
  const bare = name.replace(/\.js$/, '')
  if (ownManifest.test(bare)) return { kind: 'same names', name: 'porticojs/package.json' }
  if (Object.hasOwn(modules, bare)) return { kind: 'same names', name: modules[bare] ?? name }
  if (typeModule.test(bare)) return { kind: 'types', name: 'porticojs' }
  const [, provider] = providerModule.exec(bare) ?? []
  if (provider) return { kind: 'provider', name: `porticojs/providers/${provider}` }
  const [, adapter] = oldAdapter.exec(bare) ?? []
  if (!adapter) return undefined
  const renamed = Object.hasOwn(renamedAdapters, adapter) ? renamedAdapters[adapter] : adapter
  return { kind: 'adapter', name: `@auth/${renamed}-adapter` }
}

/** True if a module belongs to Auth.js at all, apart from adapters, which stay. */
export function isAuthjs(name: string): boolean {
  return /^(next-auth|@auth\/(?![\w-]+-adapter$)[\w-]+)(\/|$)/.test(name)
}
