import { exampleTexts } from './example-texts.ts'
import { type Framework, frameworks } from './frameworks.ts'

/** The example of a framework, from which an application begins. */
export interface Template extends Framework {
  /** The command that starts it for development. */
  readonly dev: string
  /** Texts by their paths, which are written with slashes. */
  readonly files: Readonly<Record<string, string>>
}

/** The example of a framework; undefined if there is none of this name. */
export function readTemplate(name: string): Template | undefined {
  const framework = Object.hasOwn(frameworks, name) ? frameworks[name] : undefined
  if (!framework) return undefined
  const files = Object.fromEntries(Object.entries(exampleTexts(name)).sort())
  const { scripts } = JSON.parse(files['package.json'] ?? '')
  return { ...framework, dev: scripts.dev.replace(/^NODE_ENV=development /, ''), files }
}
