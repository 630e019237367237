import type { ResolvedOAuth } from './resolved.ts'

/** The parameters that narrow who may come, such as the domain of a company; undefined where none was asked for. */
export function narrowing(
  { dialect }: ResolvedOAuth,
  asked: Readonly<Record<string, string>>,
): Record<string, string> | undefined {
  const names = Object.keys(dialect.repeated ?? {}).filter((name) => asked[name])
  if (names.length === 0) return undefined
  return Object.fromEntries(names.map((name) => [name, asked[name] ?? '']))
}
