import { planFromBetterAuth } from '../../../packages/codemod/src/better-auth/plan.ts'
import type { Plan } from '../../../packages/codemod/src/plan.ts'

/** The plan for an application of these files. */
export function planFor(files: Record<string, string>): Plan {
  return planFromBetterAuth(new Map(Object.entries(files)))
}

/** An application after the move. */
export function moved(files: Record<string, string>): Record<string, string> {
  const changed = planFor(files).files.map(({ path, text }) => [path, text])
  return { ...files, ...Object.fromEntries(changed) }
}
