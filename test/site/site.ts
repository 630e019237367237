import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The root of this repository. */
export const root: string = join(import.meta.dirname, '../..')

/** The site as it is served. */
export const built: string = join(root, 'site/dist')

/** A page of the built site. */
export interface BuiltPage {
  /** Its address below the site's root, such as `tasks/protect-a-page.html`. */
  path: string
  html: string
  /** What an address can end with after `#`. */
  ids: Set<string>
}

/** Every page of the built site, by its address. */
export function builtPages(): Map<string, BuiltPage> {
  const paths = globSync('**/*.html', { cwd: built }).sort()
  return new Map(
    paths.map((path) => {
      const html = readFileSync(join(built, path), 'utf8')
      const ids = new Set(Array.from(html.matchAll(/\sid="([^"]*)"/g), ([, id = '']) => id))
      return [path, { path, html, ids }]
    }),
  )
}
