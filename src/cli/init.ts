import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readManifest } from './application/manifest.ts'
import { type CliContext, type Command, defineCommand, unknownName, usageError } from './command.ts'
import { frameworks } from './init/frameworks.ts'
import { ignoreDatabase } from './init/git-ignore.ts'
import { additionTo } from './init/own-application.ts'
import { withProviders } from './init/providers.ts'
import { readTemplate, type Template } from './init/template.ts'
import { foreignPlace, writeOwnFile } from './own-file.ts'
import { ownVersion } from './version.ts'

/** Writes the files of the matching example. */
export const init: Command = defineCommand({
  summary: 'Write the files of the example that matches your framework',
  about: `An application that has code of its own gets the configuration and the route, and nothing else. What exists
already is kept: you are asked, and without a terminal, or with --yes, it stays as it is. Nothing is written through
a symbolic link. Git is told to leave the database file out.`,
  options: {
    framework: {
      type: 'string',
      value: '<name>',
      about: 'next, sveltekit, express …; by default what package.json says',
    },
    providers: {
      type: 'string',
      value: '<ids>',
      about: 'platforms to add, such as google,github; see npx porticojs providers',
    },
    yes: { type: 'boolean', about: 'ask nothing' },
  },
  async run({ values }, context) {
    const name = values.framework ?? recognised(context.folder)
    const template = readTemplate(name)
    if (!template) {
      const names = Object.keys(frameworks)
      throw unknownName('example for', name, names, `: there are ${names.join(', ')}`)
    }
    const added = await namedProviders(values.providers)
    const addition = additionTo(context.folder, template)
    const notes = [...(addition?.notes ?? [])]
    const files = Object.entries(addition?.files ?? template.files).map(
      ([path, text]): [string, string] => [path, withProviders(withVersion(path, text), added)],
    )
    const written: string[] = []
    const kept: string[] = []
    for (const [path, text] of files) {
      const foreign = foreignPlace(context.folder, path)
      if (foreign) notes.push(`${foreign}: ${path} is not written`)
      const isWritten = !foreign && (await write(context, path, text, values.yes ?? false))
      ;(isWritten ? written : kept).push(path)
    }
    const used = files.filter(([path]) => written.includes(path)).map(([, text]) => text)
    const ignored = ignoreDatabase(context.folder, used)
    const start = `npx porticojs dev -- ${template.dev}`
    const install = addition ? undefined : installation(context.folder, template, written)
    const result = { written, kept, ignored, notes, install, start }
    context.report({ framework: name, ...result }, summary(name, result))
  },
})

/** The framework that package.json names. */
function recognised(folder: string): string {
  const names = Object.keys(frameworks)
  const installed = packagesIn(readManifest(folder))
  const there = names.filter((one) => Object.hasOwn(installed, frameworks[one]?.dependency ?? ''))
  const below = new Set(there.flatMap((one) => frameworks[one]?.over ?? []))
  const [name, ...more] = there.filter((one) => !below.has(one))
  if (name && more.length === 0) return name
  const found = name
    ? `package.json names ${[name, ...more].join(' and ')}`
    : 'No framework is recognised'
  throw usageError(`${found}: say which by --framework ${names.join(' | ')}`)
}

/** What must be typed before it can start: a package.json that was kept may lack what the example needs. */
function installation(
  folder: string,
  { files }: Template,
  written: readonly string[],
): string | undefined {
  if (written.includes('package.json')) return 'npm install'
  const installed = packagesIn(readManifest(folder))
  const needed = packagesIn(Object(JSON.parse(files['package.json'] ?? '{}')))
  const missing = Object.entries(needed).flatMap(([name, version]) =>
    Object.hasOwn(installed, name) || name === 'porticojs' ? [] : `${name}@${version}`,
  )
  return missing.length > 0 ? `npm install ${missing.join(' ')}` : undefined
}

function packagesIn({ dependencies, devDependencies }: Record<string, unknown>): object {
  return { ...Object(dependencies), ...Object(devDependencies) }
}

async function namedProviders(ids: string | undefined) {
  if (!ids) return []
  const { findProvider } = await import('./providers/catalogue.ts')
  return ids.split(',').map((id) => findProvider(id.trim()))
}

/** The examples take any version of this package; an application takes this one and those that fit. */
function withVersion(path: string, text: string): string {
  return path === 'package.json'
    ? text.replace('"porticojs": "*"', `"porticojs": "^${ownVersion()}"`)
    : text
}

/** Whether the file was written: it is new, or somebody said yes. */
async function write(
  { folder, confirm }: CliContext,
  path: string,
  text: string,
  yes: boolean,
): Promise<boolean> {
  const file = join(folder, ...path.split('/'))
  if (existsSync(file)) {
    if (readFileSync(file, 'utf8') === text) return false
    if (yes || !(await confirm(`${path} exists. Overwrite it?`))) return false
  }
  writeOwnFile(file, text)
  return true
}

function summary(
  name: string,
  {
    written,
    kept,
    ignored,
    notes,
    install,
    start,
  }: Readonly<Record<'written' | 'kept' | 'ignored' | 'notes', readonly string[]>> & {
    install: string | undefined
    start: string
  },
): string {
  const lines = [
    ...written.map((path) => `  written  ${path}`),
    ...kept.map((path) => `  kept     ${path}`),
    ...ignored.map((pattern) => `  ignored  ${pattern} by git`),
    ...notes.map((note) => `  ${note}`),
  ]
  const first = install ? `\n\n  Install what it needs:\n\n    ${install}` : ''
  return `${lines.join('\n')}${first}

  Start it for development, without any key:

    ${start}

  Guide: node_modules/porticojs/docs/frameworks/${name}.md`
}
