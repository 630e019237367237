import { isBetterAuth } from './better-auth/application.ts'
import { mentionsBetterAuth, planFromBetterAuth } from './better-auth/plan.ts'
import { sinceVariable } from './from-portico.ts'
import { isAuthjs, newModule } from './module-names.ts'
import { mentionsAuthjs, type Plan, type PlanInputs, planMove } from './plan.ts'

/** A library that applications can be moved from. */
export interface Library {
  readonly title: string
  /** True if a text may be about it at all. */
  mentions(text: string): boolean
  plan(files: ReadonlyMap<string, string>, inputs: PlanInputs): Plan
  /** True if a package belongs to it. */
  owns(name: string): boolean
  /** The package that takes the place of one of its own, beside Portico. */
  replacement(name: string): string | undefined
  /** Variables to set wherever the application runs. */
  variables(today: string): string[]
  /** Commands that bring the data over. */
  readonly data: readonly string[]
}

/** The libraries, by the word that is typed. */
export const libraries: Readonly<Record<string, Library>> = {
  authjs: {
    title: 'Auth.js',
    mentions: mentionsAuthjs,
    plan: planMove,
    owns: (name) => name.startsWith('@next-auth/') || isAuthjs(name),
    replacement(name) {
      const next = newModule(name)
      return next?.kind === 'adapter' ? next.name : undefined
    },
    variables: (today) => [`${sinceVariable}=${today}`],
    data: [],
  },
  'better-auth': {
    title: 'Better Auth',
    mentions: mentionsBetterAuth,
    plan: planFromBetterAuth,
    owns: isBetterAuth,
    replacement: () => undefined,
    variables: () => [],
    data: ['npx porticojs migrate --schema authjs-pg', 'npx porticojs import better-auth'],
  },
}
