import { packagesIn } from '../application/manifest.ts'
import type { OwnApplication } from './own-application.ts'

/** Names that differ in SvelteKit 2, whose variables need no declaration and come from another module. */
const second: readonly (readonly [string | RegExp, string])[] = [
  ["from '$app/env'", "from '$app/environment'"],
  ["import * as env from '$app/env/private'", "import { env } from '$env/dynamic/private'"],
]

/** SvelteKit's own variables, without those of the process: `process` has no type without Node's types. */
const onlyOwn = [/env: \{ \.\.\.process\.env, \.\.\.env \}/, 'env'] as const

/** A file of the example for the application's version of SvelteKit; empty if that does not need it. Other frameworks' files stay. */
export function forVersion(app: OwnApplication, path: string, text: string): string {
  if (app.framework.dependency !== '@sveltejs/kit') return text
  const isSecond = app.major === 2
  if (isSecond && path === 'src/env.ts') return ''
  const knowsProcess = Object.hasOwn(packagesIn(app.manifest), '@types/node')
  const changes = [...(isSecond ? second : []), ...(isSecond || !knowsProcess ? [onlyOwn] : [])]
  return changes.reduce((changed, [from, to]) => changed.replace(from, () => to), text)
}
