import { type Look, type Plan, planMove } from '../../../packages/codemod/src/plan.ts'

const today = '2026-11-15'
export const newSecret = 'fresh-Zk3vQ9xLw2Rt7Yp5Nc8Hd4Jm6Bs1'

/** The plan for an application of these files. */
export function planFor(files: Record<string, string>): Plan {
  return planMove(new Map(Object.entries(files)), { today, newSecret: () => newSecret })
}

/** An application after the move. */
export function moved(files: Record<string, string>): Record<string, string> {
  const changed = planFor(files).files.map(({ path, text }) => [path, text])
  return { ...files, ...Object.fromEntries(changed) }
}

/** One source after the move. */
export function movedSource(text: string, path = 'auth.ts'): string {
  return moved({ [path]: text })[path] ?? ''
}

/** What a person is told to look at, in one source. */
export function looksAt(text: string, files: Record<string, string> = {}): Look[] {
  return [...planFor({ 'auth.ts': text, ...files }).looks]
}
