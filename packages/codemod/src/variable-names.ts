import { type Finding, place, type Source, walk } from './source.ts'

/** Variables of the environment that have another name now. */
export const newVariables: Readonly<Record<string, string>> = {
  NEXTAUTH_SECRET: 'AUTH_SECRET',
  NEXTAUTH_URL: 'AUTH_URL',
}

/** Renames the variables in code: `process.env.NEXTAUTH_URL`, or the schema of an environment. */
export function renameVariables(source: Source): Finding[] {
  if (!source.text.includes('NEXTAUTH_')) return []
  const findings: Finding[] = []
  const taken = (name: string) => new RegExp(`\\b${name}\\b`).test(source.text)
  walk(source.file.program, (node) => {
    const name =
      node.type === 'Identifier' ? node.name : node.type === 'StringLiteral' ? node.value : ''
    const next = Object.hasOwn(newVariables, name) ? newVariables[name] : undefined
    if (!next) return true
    const { start, end } = place(node)
    const quotes = node.type === 'StringLiteral' ? 1 : 0
    const change = `${name} → ${next}`
    findings.push(
      taken(next)
        ? { start, note: `${name} is called ${next} now, which stands here already` }
        : { start: start + quotes, end: end - quotes, text: next, change },
    )
    return true
  })
  return findings
}
