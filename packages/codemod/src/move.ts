import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { gitState, readApplication } from './application.ts'
import { writeOwnFile } from './from-portico.ts'
import type { Library } from './libraries.ts'
import { migrationNotes, notesFile } from './migration-notes.ts'
import type { Moved } from './moved.ts'
import { packageCommands } from './packages.ts'
import { isSourceFile, type Plan } from './plan.ts'

/** Options of a move. */
export interface MoveOptions {
  /** True: reports what would change, and changes nothing. */
  readonly dryRun: boolean
  /** True: changes files even if git could not undo it. */
  readonly yes: boolean
  /** Asks a person to confirm; undefined if nobody can answer. */
  confirm(question: string): Promise<boolean | undefined>
}

/** Moves the application in a folder from another library. */
export async function moveApplication(
  folder: string,
  library: Library,
  { dryRun, yes, confirm }: MoveOptions,
): Promise<Moved> {
  if (!dryRun && !yes) await assertMayChange(await gitState(folder), confirm)
  const { files, notUtf8 } = await readApplication(folder, library.mentions)
  const today = new Date().toISOString().slice(0, 10)
  const plan = library.plan(files, {
    today,
    newSecret: () => randomBytes(32).toString('base64url'),
  })
  if (!dryRun) for (const { path, text } of plan.files) writeOwnFile(join(folder, path), text)
  const isMove = plan.files.some(({ path }) => isSourceFile(path))
  const moved = {
    files: plan.files.map(({ path, changes }) => ({ path, changes })),
    looks: [...plan.looks, ...notUtf8.map(unreadable)],
    commands: [...packageCommands(files, folder, library), ...(isMove ? library.data : [])],
    variables: isMove ? library.variables(today) : [],
    done: !dryRun,
  }
  // A second run finds less, and must not remove the list.
  const notes = isMove && moved.looks.length > 0 ? notesFile : undefined
  if (notes && !dryRun) writeOwnFile(join(folder, notes), migrationNotes(moved, library.title))
  return { ...moved, ...(notes && { notes }) }
}

function unreadable(path: string): Plan['looks'][number] {
  const note = 'this file was left as it is, because it is not in UTF-8'
  return { path, line: 1, note, importance: 'first' }
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
