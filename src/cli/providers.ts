import { defaultBasePath } from '../config/app-address.ts'
import { nearest } from '../config/did-you-mean.ts'
import { basePathOf, readAddress } from './address.ts'
import { readEnvironment } from './application/env-files.ts'
import { type CliContext, type Command, defineCommand } from './command.ts'
import type { CatalogueEntry } from './providers/catalogue.ts'

/** Searches the catalogue, and shows what to register at a platform. */
export const providers: Command = defineCommand({
  summary: 'List the sign-in providers, or show how to set one up',
  about: `Without words it lists every provider. With an id, such as tiktok, it shows where to register your application, the
callback address, the variables for the keys, and the import. Other words search the list.`,
  words: ['[words…]'],
  options: {
    url: {
      type: 'string',
      value: '<address>',
      about: 'where your application is, for the callback address; by default AUTH_URL',
    },
  },
  async run({ values, words: typed }, context) {
    const words = typed.flatMap((word) => word.split(',')).filter((word) => word.trim() !== '')
    const { catalogue } = await import('./providers/catalogue.ts')
    const all = catalogue()
    const exact = words.flatMap((word) => all.find(({ id }) => id === word) ?? [])
    const isExact = words.length > 0 && exact.length === words.length
    const found = isExact ? exact : all.filter((entry) => matches(entry, words))
    const base = baseOf(values.url, context)
    const shown = found.map((entry) => ({ ...entry, callback: callbackOf(entry, base) }))
    if (shown.length === 0) {
      const ids = all.map(({ id }) => id)
      const wrong = words.filter((word) => !ids.includes(word))
      const meant = nearest(words.join('-'), ids) ?? nearest(wrong[0] ?? '', ids)
      throw new Error(
        `No provider is called ${words.join(' ')}${meant ? `: did you mean ${meant}?` : '. Leave the words out to list all.'}`,
      )
    }
    context.report(shown, isExact ? shown.map(details).join('\n\n') : shown.map(line).join('\n'))
  },
})

/** The address of the application's routes. */
function baseOf(typed: string | undefined, { env, folder }: CliContext): string {
  if (typed) return routesAt(readAddress('--url', typed))
  const { AUTH_URL } = readEnvironment(folder, { env, mode: 'production' }).env
  const address = AUTH_URL || 'https://your-app.example'
  return routesAt(readAddress('AUTH_URL', address, (message) => new Error(message)))
}

function routesAt(address: URL): string {
  return address.origin + basePathOf(address, defaultBasePath)
}

type Shown = CatalogueEntry & { callback: string | undefined }

function matches({ id, name }: CatalogueEntry, words: readonly string[]): boolean {
  const text = `${id} ${name}`.toLowerCase()
  return words.every((word) => text.includes(word.toLowerCase()))
}

function callbackOf({ id, type }: CatalogueEntry, base: string): string | undefined {
  return type === 'oauth' || type === 'oidc' ? `${base}/callback/${id}` : undefined
}

function line({ id, name }: Shown): string {
  return `  ${id.padEnd(24)}${name}`
}

function details({ id, name, exported, docs, variables, callback, guide }: Shown): string {
  const rows = [
    ...(docs ? [['register', docs]] : []),
    ...(callback ? [['callback', callback]] : []),
    ...variables.map((variable) => ['variable', `${variable}=…`]),
    ['import', `import ${exported} from 'porticojs/providers/${id}'`],
    ['guide', guide],
  ]
  return [name, ...rows.map(([what, value]) => `  ${what?.padEnd(10)}${value}`)].join('\n')
}
