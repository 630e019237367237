/** A provider as the code of an example names it. */
export interface NamedProvider {
  readonly id: string
  /** What the barrel calls it: `TikTok`. */
  readonly exported: string
}

/** Adds platforms to the file of an example that holds the configuration; other files stay as they are. */
export function withProviders(text: string, added: readonly NamedProvider[]): string {
  if (!/providers: \[\w/.test(text)) return text
  return added.reduce((code, { id, exported }) => {
    const path = `porticojs/providers/${id}`
    if (code.includes(`'${path}'`)) return code
    const line = `import ${exported} from '${path}'\n`
    const before = code
      .split('\n')
      .find(
        (one) =>
          one.includes("'porticojs/providers/") && (one.split(' from ')[1] ?? '') > `'${path}'`,
      )
    const imported = before
      ? code.replace(before, `${line}${before}`)
      : code.replace(
          /(.*'porticojs\/providers\/[^']+'\n)(?!.*'porticojs\/providers\/)/,
          `$1${line}`,
        )
    return imported.replace(/providers: \[(\w+)/, `providers: [$1, ${exported}`)
  }, text)
}
