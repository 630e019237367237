import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dirname, relative } from 'node:path/posix'
import { packagesIn, readManifest } from '../application/manifest.ts'
import { usageError } from '../command.ts'
import { ownVersion } from '../version.ts'
import { exampleConfiguration, importing } from './configuration.ts'
import { missingKeys, withKeys } from './package-keys.ts'
import type { Plan, Wishes } from './plan.ts'
import { withProviders, withVariables } from './providers.ts'
import type { Template } from './template.ts'

/** Plans the whole example, for a folder that has no code yet. */
export function planExample(folder: string, template: Template, { file, providers }: Wishes): Plan {
  const usual = exampleConfiguration(template)
  const configuration = file ?? usual
  if (usual.startsWith('server/utils/') && !configuration.startsWith('server/utils/'))
    throw usageError(`--file ${file} must be below server/utils, where Nuxt finds what it exports`)
  if (configuration !== usual && Object.hasOwn(template.files, configuration))
    throw usageError(`--file ${file} is another file of the example: choose a name of its own`)
  const variables = providers.flatMap((provider) => provider.variables)
  const files = Object.entries(template.files).map(([path, text]) => {
    const moved = file ? importing(text, wayTo(path, configuration)) : text
    const chosen = withVariables(withProviders(moved, providers), variables)
    return [path === usual ? configuration : path, chosen] as const
  })
  const { 'package.json': manifest = '', ...others } = Object.fromEntries(files)
  const plan = { configuration, files: others, edits: {}, missing: [], packages: [] }
  return existsSync(join(folder, 'package.json'))
    ? { ...plan, ...forManifest(folder, template) }
    : { ...plan, files: { ...others, 'package.json': withVersion(manifest) } }
}

/** The keys and packages that an existing package.json lacks: keys are added one by one, npm installs the packages. */
function forManifest(folder: string, template: Template): Pick<Plan, 'edits' | 'packages'> {
  const manifest = readManifest(folder)
  const keys = missingKeys(template, manifest)
  const text = readFileSync(join(folder, 'package.json'), 'utf8')
  const needed = packagesIn(JSON.parse(template.files['package.json'] ?? '{}'))
  const installed = packagesIn(manifest)
  const packages = Object.entries(needed).flatMap(([name, version]) =>
    Object.hasOwn(installed, name) || name === 'porticojs' ? [] : `${name}@${version}`,
  )
  return {
    edits: Object.keys(keys).length > 0 ? { 'package.json': withKeys(text, keys) } : {},
    packages,
  }
}

const wayTo = (from: string, configuration: string) => (ending: string) => {
  const way = relative(dirname(from), configuration).replace(/\.ts$/, ending)
  return way.startsWith('.') ? way : `./${way}`
}

/** The text of package.json, in which the example's `*` becomes this version and those compatible with it. */
function withVersion(text: string): string {
  return text.replace('"porticojs": "*"', `"porticojs": "^${ownVersion()}"`)
}
