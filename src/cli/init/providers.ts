/** A provider as the code of an example names it. */
export interface NamedProvider {
  readonly id: string
  /** Its name in the barrel: `TikTok`. */
  readonly exported: string
  /** The type of its proof; one that sends mail must know the sender. */
  readonly type: string
}

/** The imports of an example's providers, which stand together. */
const imports = /(?:^import \w+ from 'porticojs\/providers\/[^']+'\n)+/m

/** The list of an example's providers. */
const list = /providers: \[.*\],/

/** Puts exactly these providers into the file of an example that holds the configuration; other files stay as they are. */
export function withProviders(text: string, chosen: readonly NamedProvider[]): string {
  if (chosen.length === 0 || !imports.test(text) || !list.test(text)) return text
  const lines = chosen
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ id, exported }) => `import ${exported} from 'porticojs/providers/${id}'\n`)
  return text
    .replace(imports, () => lines.join(''))
    .replace(list, (before) => `providers: [${chosen.map(called(before)).join(', ')}],`)
}

/** A sender that the example has is taken over. */
const called = (before: string) =>
  function call({ exported, type }: NamedProvider): string {
    const [options = ''] = /\(\{ from: .*?\}\)/.exec(before) ?? []
    return type === 'email' ? exported + options : exported
  }

/** Puts the variables of exactly these providers into SvelteKit's declaration of what it reads from the environment. */
export function withVariables(text: string, variables: readonly string[]): string {
  if (variables.length === 0 || !text.includes('defineEnvVars(')) return text
  const named = variables.map((name) => `  ${name}: { schema },\n`).join('')
  return text.replace(/(?: {2}AUTH_(?!SECRET:|URL:)\w+: \{ schema \},\n)+/, () => named)
}
