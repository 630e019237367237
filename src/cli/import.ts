import { isInstalled } from '../services/installed-package.ts'
import { readEnvironment } from './application/env-files.ts'
import { envOption, opened } from './application-storage.ts'
import { type CliContext, type Command, defineCommand, unknownName, usageError } from './command.ts'
import type { ImportReport } from './import/report.ts'
import type { Target } from './import/target.ts'

/** Imports people from another library or service. */
export const importCommand: Command = defineCommand({
  summary: 'Take people over from another library or service',
  about: `Sources: better-auth reads its database; clerk, auth0, supabase, firebase, cognito, lucia, passport and csv read a file: JSON, JSON in
lines, or CSV with a header. docs/import.md says which.

It takes the storage from the file that calls Auth(), creates missing tables, and writes users with their ids, accounts with tokens, password
hashes, authenticator apps and recovery codes; from better-auth also passkeys and sessions. Nothing is written to the source. It may be stopped
and run again: what was taken once is not taken twice, also if it was removed since.

The exit code is 1 if something was not taken; the report says what and why.`,
  words: ['source', '[file]'],
  options: {
    from: {
      type: 'string',
      value: '<database>',
      about: 'better-auth: file:./auth.db, postgres://… or mysql://…',
    },
    'dry-run': { type: 'boolean', about: 'count, and write nothing' },
    auth: {
      type: 'string',
      value: '<file>',
      about: 'the file that calls Auth(); by default auth.ts in the usual places',
    },
    ...envOption,
    table: {
      type: 'string',
      multiple: true,
      value: '<table=name>',
      about: 'better-auth: another name of a table, such as user=people',
    },
    column: {
      type: 'string',
      multiple: true,
      value: '<field=column>',
      about: 'files: another name of a column, such as email=mail',
    },
    'hash-config': {
      type: 'string',
      value: '<file>',
      about: 'firebase: the password hash parameters of the project, as JSON',
    },
  },
  exits: true,
  async run({ values, words: [source = '', file] }, context) {
    const { fileSources, importFile } = await import('./import/file.ts')
    const sources = ['better-auth', ...fileSources]
    if (!sources.includes(source))
      throw unknownName('source', source, sources, `: there are ${sources.join(', ')}`)
    if (source === 'better-auth' && file)
      throw usageError(`"${file}" is one word too many: write --from ${file}`)
    const { target, env } = await load(values.auth, values.env, values['dry-run'] ?? false, context)
    try {
      const { importBetterAuth } = await import('./import/better-auth.ts')
      const report =
        source === 'better-auth'
          ? await importBetterAuth(
              target,
              { from: values.from, tables: values.table ?? [], env },
              context,
            )
          : await importFile(
              target,
              {
                ...{ source, file, columns: values.column ?? [] },
                hashConfig: values['hash-config'],
              },
              context,
            )
      addAdvice(report, target)
      const { written } = await import('./import/report.ts')
      context.report(report, written(report))
      return report.left.length > 0 ? 1 : 0
    } finally {
      await target.storage.close?.()
    }
  },
})

async function load(
  named: string | undefined,
  files: string[] | undefined,
  dry: boolean,
  context: CliContext,
): Promise<{ target: Target; env: Readonly<Record<string, string | undefined>> }> {
  const { env } = readEnvironment(context.folder, {
    env: context.env,
    mode: 'production',
    named: files,
  })
  const { loadApplication, usualFile } = await import('./application.ts')
  const file = named ?? usualFile(context.folder)
  if (!file) throw usageError('There is no auth.ts here: name the file that calls Auth() by --auth')
  const [application] = await loadApplication(context.folder, file, env)
  if (!application) throw new Error(`${file} calls Auth() nowhere`)
  const { openTarget } = await import('./import/target.ts')
  return { target: await openTarget(await opened(application), dry), env }
}

/** Adds notes about what the application lacks to use the imported data. */
function addAdvice({ counts, notes }: ImportReport, { password }: Target): void {
  const hashes = counts.password?.taken ?? 0
  if (hashes === 0) return
  if (password?.import === undefined || typeof password.import === 'function')
    notes.push(
      "Passwords need `Password({ import: foreignHashes })`, with `import { foreignHashes } from 'porticojs/passwords'`.",
    )
  if (!isInstalled('bcrypt') && !isInstalled('bcryptjs'))
    notes.push(
      'If some of the hashes are of bcrypt, install bcryptjs or bcrypt in the application.',
    )
}
