import type { CallExpression, Node, ObjectExpression } from '@babel/types'
import { unwrap } from './configurations.ts'
import { variableName } from './from-portico.ts'
import { newModule } from './module-names.ts'
import { readProperties, writtenValue } from './properties.ts'
import { findAll, type Note, place, type Source } from './source.ts'

/** Modules whose name is not the provider's id. */
const ids: Readonly<Record<string, string>> = { 'ory-hydra': 'hydra' }

/** Platforms whose accounts have another id here, so that stored ones are not found. */
const otherAccountIds: Readonly<Record<string, string>> = {
  'bankid-no':
    'the id of an account is `bankid_altsub` here: to keep stored accounts, add a `profile` that returns `sub`',
  netsuite: 'the id of an account is `sub` here, which names the company too',
}

/** The key that a provider needs instead of `id`; undefined if it needs none. */
const otherKeys: Readonly<Record<string, string | undefined>> = {
  credentials: undefined,
  email: undefined,
  nodemailer: undefined,
  passkey: undefined,
  webauthn: undefined,
  forwardemail: 'key',
  loops: 'key',
  mailgun: 'key',
  postmark: 'key',
  resend: 'key',
  sendgrid: 'key',
}

/** Providers of a configuration that lack a key, or whose accounts are not found under their old ids. */
export function judgeProviders(
  source: Source,
  configuration: ObjectExpression,
  variables: ReadonlySet<string>,
): Note[] {
  const modules = providerModules(source)
  const list = writtenValue(readProperties(configuration).get('providers'))
  if (list?.type !== 'ArrayExpression') return []
  return list.elements.flatMap((element) => {
    if (!element) return []
    const written = unwrap(element)
    const called = written.type === 'CallExpression' ? written.callee : written
    const module = called.type === 'Identifier' ? modules.get(called.name) : undefined
    if (!module) return []
    const at = { start: place(element).start }
    const accounts = Object.hasOwn(otherAccountIds, module) ? otherAccountIds[module] : undefined
    const missing = missingVariables(source, written, module).filter((one) => !variables.has(one))
    return [
      ...(missing.length > 0
        ? [{ ...at, note: withoutKeys(module, missing), importance } as const]
        : []),
      ...(accounts ? [{ ...at, note: `${module}: ${accounts}` }] : []),
    ]
  })
}

const importance = 'key'

function withoutKeys(module: string, variables: readonly string[]): string {
  const are = variables.length === 1 ? 'is' : 'are'
  return `${module}: ${variables.join(' and ')} ${are} in no environment file here; a provider without its keys is refused, and the others work`
}

/** The variables that a provider's keys come from. */
function missingVariables(source: Source, written: Node, module: string): string[] {
  const options = written.type === 'CallExpression' ? optionsOf(written) : undefined
  // Options that come from elsewhere may have anything in them.
  if (options === 'unknown') return []
  const own = options ? readProperties(options) : new Map()
  const id = writtenValue(own.get('id'))
  const name =
    id?.type === 'StringLiteral' ? id.value : Object.hasOwn(ids, module) ? ids[module] : module
  const field = Object.hasOwn(otherKeys, module) ? otherKeys[module] : 'id'
  if (field === undefined) return []
  const keys = [own.get('clientId'), own.get('clientSecret'), own.get('apiKey')].filter(Boolean)
  if (keys.length === 0) return [variableName(name ?? module, field)]
  return keys.flatMap((key) => {
    const { start, end } = place(key)
    const found = source.text.slice(start, end).matchAll(/\bprocess\.env\.(\w+)/g)
    return Array.from(found, ([, variable = '']) => variable)
  })
}

function optionsOf({
  arguments: [first],
}: CallExpression): ObjectExpression | 'unknown' | undefined {
  if (!first) return undefined
  const options = unwrap(first)
  const isPlain =
    options.type === 'ObjectExpression' &&
    options.properties.every(({ type }) => type !== 'SpreadElement')
  return isPlain ? options : 'unknown'
}

/** The local names of imported providers, and the names of their modules. */
export function providerModules({ file }: Source): Map<string, string> {
  const modules = new Map<string, string>()
  for (const { source, specifiers } of findAll(file.program, 'ImportDeclaration')) {
    const next = newModule(source.value)
    if (next?.kind !== 'provider') continue
    const ours = specifiers.find(({ type }) => type === 'ImportDefaultSpecifier')
    if (ours) modules.set(ours.local.name, next.name.replace(/^.*\//, ''))
  }
  return modules
}
