import { type Command, defineCommand } from './command.ts'
import type { CatalogueEntry } from './providers/catalogue.ts'

/** Searches the catalogue, and shows what to register at a platform. */
export const providers: Command = defineCommand({
  summary: 'Search the catalogue, and show what to register at a platform',
  words: ['[words…]'],
  options: {
    url: {
      type: 'string',
      value: '<address>',
      about: 'where the application is; by default AUTH_URL',
    },
  },
  async run({ values, words }, { env, report }) {
    const { catalogue } = await import('./providers/catalogue.ts')
    const all = catalogue()
    const exact = words.flatMap((word) => all.find(({ id }) => id === word) ?? [])
    const isExact = words.length > 0 && exact.length === words.length
    const found = isExact ? exact : all.filter((entry) => matches(entry, words))
    const origin = (values.url ?? env.AUTH_URL ?? 'https://your-app.example').replace(/\/+$/, '')
    const shown = found.map((entry) => ({ ...entry, callback: callbackOf(entry, origin) }))
    if (shown.length === 0) {
      report([], `Nothing in the catalogue is called ${words.join(' ')}.`)
      return 1
    }
    report(shown, isExact ? shown.map(details).join('\n\n') : shown.map(line).join('\n'))
  },
})

type Shown = CatalogueEntry & { callback: string | undefined }

function matches({ id, name }: CatalogueEntry, words: readonly string[]): boolean {
  const text = `${id} ${name}`.toLowerCase()
  return words.every((word) => text.includes(word.toLowerCase()))
}

function callbackOf({ id, type }: CatalogueEntry, origin: string): string | undefined {
  return type === 'oauth' || type === 'oidc' ? `${origin}/api/auth/callback/${id}` : undefined
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
