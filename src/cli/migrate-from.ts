import { join, resolve } from 'node:path'
import { sinceVariable } from '../authjs/day-of-move.ts'
import { random } from '../crypto/random.ts'
import { AuthError } from '../errors.ts'
import type { Plan } from './codemod/plan.ts'
import { type CliContext, type Command, defineCommand, usageError } from './command.ts'
import { writeOwnFile } from './own-file.ts'

/** Moves an application from another library, or says how. */
export const migrateFrom: Command = defineCommand({
  summary: 'Move an application from Auth.js or NextAuth.js',
  about: `It changes imports, providers, adapters, options, declarations and environment files, and says
what it changed and what a person must look at. Running it again changes nothing more.`,
  words: ['authjs', '[folder]'],
  options: {
    'dry-run': { type: 'boolean', about: 'say it, and change nothing' },
    yes: { type: 'boolean', about: 'also where git could not bring everything back' },
  },
  async run({ values, words: [from, below = '.'] }, context) {
    if (from !== 'authjs') throw usageError(`Applications can be moved from authjs, not "${from}"`)
    const folder = resolve(context.folder, below)
    const dryRun = values['dry-run'] ?? false
    const { gitState, readApplication } = await import('./codemod/application.ts')
    if (!dryRun && !values.yes) await assertMayChange(await gitState(folder), context)
    // The parser is loaded by those who move.
    const { isSourceFile, planMove } = await import('./codemod/plan.ts')
    const { packageCommands } = await import('./codemod/packages.ts')
    const { files, notUtf8 } = await readApplication(folder)
    const today = new Date().toISOString().slice(0, 10)
    const { looks, ...moved } = planMove(files, { today, newSecret: () => random(32) })
    const plan = { ...moved, looks: [...looks, ...notUtf8.map(unreadable)] }
    if (!dryRun) for (const { path, text } of plan.files) writeOwnFile(join(folder, path), text)
    const commands = packageCommands(files, folder)
    const changed = plan.files.map(({ path, changes }) => ({ path, changes }))
    const isMove = changed.some(({ path }) => isSourceFile(path))
    const variables = isMove ? [`${sinceVariable}=${today}`] : []
    context.report(
      { files: changed, looks: plan.looks, commands, variables, done: !dryRun },
      [...describe(plan, dryRun), ...nextSteps(commands, variables)].join('\n'),
    )
  },
})

function unreadable(path: string): Plan['looks'][number] {
  return { path, line: 1, note: 'this file was left as it is, because it is not in UTF-8' }
}

const unsafe = {
  changed: 'Some files have changes that are not committed',
  none: 'There is no git repository, so that nothing could be taken back',
}

async function assertMayChange(
  state: 'clean' | keyof typeof unsafe,
  { confirm }: CliContext,
): Promise<void> {
  if (state === 'clean' || (await confirm(`${unsafe[state]}. Go on?`))) return
  throw new AuthError('Configuration', unsafe[state], {
    field: '--yes',
    hint: 'Commit first, or pass --yes. With --dry-run nothing is changed.',
  })
}

/** What changed, in words; what was written is not repeated, because secrets are among it. */
function describe({ files, looks }: Plan, dryRun: boolean): string[] {
  const count = `${files.length} ${files.length === 1 ? 'file' : 'files'}`
  return [
    ...files.flatMap(({ path, changes }) => [path, ...changes.map((change) => `  ${change}`)]),
    ...(looks.length > 0 ? ['', 'Look at:'] : []),
    ...looks.map(({ path, line, note }) => `  ${path}:${line}  ${note}`),
    ...(files.length === 0
      ? ['There is nothing to change.']
      : ['', dryRun ? `${count} would change.` : `${count} changed.`]),
  ]
}

function nextSteps(commands: readonly string[], variables: readonly string[]): string[] {
  const steps = [
    ...commands,
    ...variables.map(
      (one) => `set ${one} wherever the application runs; if it goes live later, to that day`,
    ),
  ]
  return steps.length > 0 ? ['', 'Then:', ...steps.map((step) => `  ${step}`)] : []
}
