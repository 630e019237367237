import type { Moved } from './moved.ts'

/** The result of a move in words: the changes, the places to look at, and what is left to do. */
export function report(moved: Moved): string {
  return [...described(moved), ...nextSteps(moved)].join('\n')
}

function described({ files, looks, done }: Moved): string[] {
  const count = `${files.length} ${files.length === 1 ? 'file' : 'files'}`
  return [
    ...files.flatMap(({ path, changes }) => [path, ...changes.map((change) => `  ${change}`)]),
    ...(looks.length > 0 ? ['', 'Look at:'] : []),
    ...looks.map(({ path, line, note }) => `  ${path}:${line}  ${note}`),
    ...(files.length === 0
      ? ['There is nothing to change.']
      : ['', done ? `${count} changed.` : `${count} would change.`]),
  ]
}

function nextSteps({ commands, variables, notes, done }: Moved): string[] {
  const steps = [
    ...(notes && done ? [`read ${notes}, which keeps what there is to look at`] : []),
    ...commands,
    ...variables.map(
      (one) => `set ${one} wherever the application runs; if it goes live later, to that day`,
    ),
  ]
  return steps.length > 0 ? ['', 'Then:', ...steps.map((step) => `  ${step}`)] : []
}
