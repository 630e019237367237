import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * What one line of `exports` in package.json opens, by the names that users import.
 *
 * @typedef {object} Door
 * @property {string} name such as `porticojs/testing`, or with a star `porticojs/providers/*`
 * @property {{ name: string, path: string }[]} files its sources: one, or all that the star stands for
 */

/**
 * The doors of a package, in the order of package.json.
 *
 * @param {string} root
 * @returns {Door[]}
 */
export function readDoors(root) {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return Object.entries(manifest.exports ?? {}).flatMap(([door, target]) => {
    if (typeof target === 'string') return []
    const name = door.replace('.', manifest.name)
    const path = join(root, target.default.replace(/^\.\/dist/, 'src').replace(/js$/, 'ts'))
    return [{ name, files: path.includes('*') ? matching(name, path) : [{ name, path }] }]
  })
}

/**
 * @param {string} name
 * @param {string} pattern
 */
function matching(name, pattern) {
  const folder = dirname(pattern)
  return (
    (existsSync(folder) ? readdirSync(folder) : [])
      .filter((file) => file.endsWith('.ts') && file !== 'index.ts')
      // A platform's mark stands beside its door, and is none.
      .filter((file) => !file.endsWith('.mark.ts'))
      .map((file) => file.slice(0, -'.ts'.length))
      .sort()
      .map((file) => ({ name: name.replace('*', file), path: join(folder, `${file}.ts`) }))
  )
}
