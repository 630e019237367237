import { join } from 'node:path'
import { gitState, readApplication } from './application.ts'
import { random, sinceVariable, writeOwnFile } from './from-portico.ts'
import { packageCommands } from './packages.ts'
import { isSourceFile, type Look, type Plan, planMove } from './plan.ts'

/** Options of a move. */
export interface MoveOptions {
  /** Says what would change, and changes nothing. */
  readonly dryRun: boolean
  /** Changes files although git could not undo it. */
  readonly yes: boolean
  /** Asks a person to confirm; undefined where nobody could answer. */
  confirm(question: string): Promise<boolean | undefined>
}

/** The result of a move. No text of a file is in it, because secrets are among them. */
export interface Moved {
  readonly files: readonly { path: string; changes: readonly string[] }[]
  readonly looks: readonly Look[]
  /** Commands of the package manager that are left to do. */
  readonly commands: readonly string[]
  /** Variables to set wherever the application runs. */
  readonly variables: readonly string[]
  /** False after a dry run. */
  readonly done: boolean
}

/** Moves the application in a folder from Auth.js. */
export async function moveApplication(
  folder: string,
  { dryRun, yes, confirm }: MoveOptions,
): Promise<Moved> {
  if (!dryRun && !yes) await assertMayChange(await gitState(folder), confirm)
  const { files, notUtf8 } = await readApplication(folder)
  const today = new Date().toISOString().slice(0, 10)
  const plan = planMove(files, { today, newSecret: () => random(32) })
  if (!dryRun) for (const { path, text } of plan.files) writeOwnFile(join(folder, path), text)
  const isMove = plan.files.some(({ path }) => isSourceFile(path))
  return {
    files: plan.files.map(({ path, changes }) => ({ path, changes })),
    looks: [...plan.looks, ...notUtf8.map(unreadable)],
    commands: packageCommands(files, folder),
    variables: isMove ? [`${sinceVariable}=${today}`] : [],
    done: !dryRun,
  }
}

function unreadable(path: string): Plan['looks'][number] {
  return { path, line: 1, note: 'this file was left as it is, because it is not in UTF-8' }
}

const unsafe = {
  changed: 'Some files have changes that are not committed',
  none: 'There is no git repository, so that nothing could be taken back',
}

async function assertMayChange(
  state: 'clean' | keyof typeof unsafe,
  confirm: MoveOptions['confirm'],
): Promise<void> {
  if (state === 'clean' || (await confirm(`${unsafe[state]}. Go on?`))) return
  throw new Error(
    `${unsafe[state]}\nCommit first, or pass --yes. With --dry-run nothing is changed.`,
  )
}
