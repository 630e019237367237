/** A provider as the code of an example names it. */
export interface NamedProvider {
  readonly id: string
  /** Its name in the barrel: `TikTok`. */
  readonly exported: string
  /** Its type; one that sends mail must know the sender. */
  readonly type: string
}

/** The block of an example's provider imports. */
const imports = /(?:^import \w+ from 'porticojs\/providers\/[^']+'\n)+/m

/** The list of an example's providers. */
const list = /providers: \[.*\],/

/** Replaces the providers in the configuration of an example; other files stay as they are. */
export function withProviders(text: string, chosen: readonly NamedProvider[]): string {
  if (chosen.length === 0 || !imports.test(text) || !list.test(text)) return text
  const lines = chosen
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ id, exported }) => `import ${exported} from 'porticojs/providers/${id}'\n`)
  return text
    .replace(imports, () => lines.join(''))
    .replace(list, (before) => `providers: [${chosen.map(called(before)).join(', ')}],`)
}

/** Keeps the sender of the example's call. */
const called = (before: string) =>
  function call({ exported, type }: NamedProvider): string {
    const [options = ''] = /\(\{ from: .*?\}\)/.exec(before) ?? []
    return type === 'email' ? exported + options : exported
  }

/** Replaces the variables in SvelteKit's declaration of environment variables by those of these providers. */
export function withVariables(text: string, variables: readonly string[]): string {
  if (variables.length === 0 || !text.includes('defineEnvVars(')) return text
  const named = variables.map((name) => `  ${name}: { schema },\n`).join('')
  return text.replace(/(?: {2}AUTH_(?!SECRET:|URL:)\w+: \{ schema \},\n)+/, () => named)
}
