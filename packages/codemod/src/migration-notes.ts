import type { Moved } from './moved.ts'
import type { Look } from './plan.ts'
import type { Importance } from './source.ts'

/** The file in the application that lists the work for a person: terminals are closed, and a second run finds less. */
export const notesFile = 'MIGRATION.md'

const headings: readonly [Importance, string, string][] = [
  [
    'first',
    'Before it runs',
    'Without these it does not build, or somebody is let in or kept out who should not be.',
  ],
  ['check', 'Before others use it', 'Works, and does something else than before.'],
  ['key', 'Keys', 'Providers without keys are refused in production, and the others work.'],
]

/** The work that is left to do after a move, the most important first. */
export function migrationNotes({ looks, files, commands, variables }: Moved, from: string): string {
  const steps = [
    ...commands.map((one) => `\`${one}\``),
    ...variables.map(
      (one) => `set \`${one}\` wherever the application runs; if it goes live later, to that day`,
    ),
  ]
  const sections = headings.flatMap(([importance, heading, about]) => {
    const own = looks.filter((one) => one.importance === importance)
    return own.length > 0 ? [`## ${heading}`, about, own.map(task).join('\n')] : []
  })
  return `${[
    `# Moving from ${from} to Portico`,
    `\`npx porticojs migrate-from\` changed ${files.length === 1 ? '1 file' : `${files.length} files`}. What it could not decide is listed here; delete this file when all of it is done. Lines are counted as they were before the move.`,
    ...(steps.length > 0 ? ['## First', steps.map((one) => `- [ ] ${one}`).join('\n')] : []),
    ...sections,
  ].join('\n\n')}\n`
}

function task({ path, line, note }: Look): string {
  return `- [ ] \`${path}:${line}\` ${note}`
}
