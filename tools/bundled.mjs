// What NOTICE says about the packages whose code is part of ours (tools/bundled.json).
import { readFileSync } from 'node:fs'

/** @param {string} path from the root of the repository */
const readJson = (path) => JSON.parse(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'))

/** Each of these packages, with its version and its licence. */
export function bundledCode() {
  /** @type {string[]} */
  const names = readJson('tools/bundled.json')
  const lines = names.map((name) => {
    const { version, license } = readJson(`node_modules/${name}/package.json`)
    return `  ${name} ${version} (${license})\n`
  })
  return `Files in dist/chunks hold code of these packages, each with its licence at the top:

${lines.join('')}`
}
