import { withoutMark } from '../read-text.ts'
import type { Template } from './template.ts'

/** The missing keys of package.json that an example needs to run. */
export function missingKeys(
  { files, bundles }: Template,
  manifest: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const example: Record<string, unknown> = JSON.parse(files['package.json'] ?? '{}')
  const scripts = Object(manifest.scripts)
  return {
    ...(manifest.type === 'module' ? {} : { type: 'module' }),
    ...(example.imports && !manifest.imports ? { imports: example.imports } : {}),
    ...(bundles && !scripts.dev
      ? { scripts: { ...scripts, dev: Object(example.scripts).dev } }
      : {}),
  }
}

/** The text of a package.json with these keys, and everything else unchanged. */
export function withKeys(text: string, keys: Readonly<Record<string, unknown>>): string {
  const [, indent = '  '] = /^\uFEFF?\{\r?\n([ \t]+)/.exec(text) ?? []
  const end = text.endsWith('\n') ? '\n' : ''
  return JSON.stringify({ ...JSON.parse(withoutMark(text)), ...keys }, null, indent) + end
}
