import { environment } from './environment.ts'

/** Variables that tools set in a process which runs the application only to build or inspect it. */
const marks: Readonly<Record<string, string>> = {
  NEXT_PHASE: 'phase-production-build',
  SVELTEKIT_FORK: 'true',
  PORTICO_DOCTOR: 'true',
}

/** Tools that are recognised by their command, such as `astro build`. */
const buildTool = /[\\/](astro|next|nuxi|nuxt|react-router|vite)(\.m?js)?$/

/** True while this process builds the application. Then `auth.ts` runs without its secrets, and no request is served. */
export function isBuilding(
  env: Record<string, string | undefined> = environment(),
  [, program = '', command]: readonly string[] = globalThis.process?.argv ?? [],
): boolean {
  if (Object.entries(marks).some(([name, value]) => env[name] === value)) return true
  return command === 'build' && buildTool.test(program)
}
