// The marks of the platforms, each in a file of its own that only its provider imports: `node tools/marks.mjs [folder that holds src/]`
// writes src/providers/*.mark.ts and NOTICE from two collections that are in the public domain, `--check` says whether they are up to
// date. A mark that was drawn by hand stays.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { roundPath } from './marks/round-path.mjs'
import { colourful, simple } from './marks/sources.mjs'

const own = fileURLToPath(new URL('..', import.meta.url))
const root = resolve(process.argv.slice(2).find((argument) => !argument.startsWith('-')) ?? own)
const modules = join(own, 'node_modules')

/** @param {string} path */
const readJson = (path) => JSON.parse(readFileSync(join(modules, path), 'utf8'))

/** @typedef {{ title: string, slug?: string, license?: { type: string } }} SimpleIcon */
/** @typedef {{ title: string, logo: string }} Mark */

/** @type {SimpleIcon[]} */
const simpleIcons = readJson('simple-icons/data/simple-icons.json')
const logos = readJson('@iconify-json/logos/icons.json')
const logosLicense = readJson('@iconify-json/logos/info.json').license.spdx

/**
 * @param {string} slug
 * @returns {Mark}
 */
function simpleMark(slug) {
  const icon = simpleIcons.find((one) => (one.slug ?? one.title.toLowerCase()) === slug)
  if (!icon) throw new Error(`Simple Icons has no ${slug}`)
  // The collection is in the public domain, but an icon may have a licence of its own.
  if ((icon.license?.type ?? 'CC0-1.0') !== 'CC0-1.0')
    throw new Error(`${slug}: ${icon.license?.type}`)
  const svg = readFileSync(join(modules, `simple-icons/icons/${slug}.svg`), 'utf8')
  const [, path = ''] = / d="([^"]+)"/.exec(svg) ?? []
  return {
    title: icon.title,
    logo: `<svg viewBox="0 0 24 24"><path fill="currentColor" d="${roundPath(path, 2)}"/></svg>`,
  }
}

/**
 * @param {string} name
 * @returns {Mark}
 */
function colourfulMark(name) {
  const icon = logos.icons[name]
  if (!icon) throw new Error(`The logos have no ${name}`)
  if (logosLicense !== 'CC0-1.0') throw new Error(`The logos are ${logosLicense}`)
  const { width = logos.width, height = logos.height, body } = icon
  const drawing = body
    .replace(
      / d="([^"]+)"/g,
      (/** @type {string} */ _, /** @type {string} */ path) => ` d="${roundPath(path, 1)}"`,
    )
    .replaceAll(/IconifyId[\w]*/g, (/** @type {string} */ id) => `i${id.slice(-1)}`)
  const title = name.replace(/-icon$/, '')
  return { title, logo: `<svg viewBox="0 0 ${width} ${height}">${drawing}</svg>` }
}

/** @type {Map<string, Mark>} */
const marks = new Map()
for (const [id, slug] of simple) marks.set(id, simpleMark(slug))
for (const [id, name] of colourful) marks.set(id, colourfulMark(name))

const heading = '// Written by tools/marks.mjs; see NOTICE.\n'

/** @param {Mark} mark */
function moduleText({ logo }) {
  return `${heading}
/** The platform's mark. */
export const logo: string =
  // biome-ignore format: one line is one drawing
  '${logo}'
`
}

const notice = `Portico shows the marks of the platforms that people sign in with. These drawings come from two
collections that dedicate them to the public domain (CC0 1.0, https://creativecommons.org/publicdomain/zero/1.0/):

  Simple Icons, https://simpleicons.org
${listed(simple)}

  logos, https://github.com/gilbarbara/logos
${listed(colourful)}

The marks themselves are trademarks of their owners. They say which platform a button leads to, and nothing else: none of the
owners endorses Portico. Use them as each platform's brand guidelines ask.

The names of the managers that keep passkeys, by their AAGUID, come from the package aaguids 0.0.44
(https://github.com/darthmaim/aaguids), which is MIT-licensed, Copyright (c) 2024 darthmaim. It gathers what the makers list at
https://github.com/passkeydeveloper/passkey-authenticator-aaguids. The names are trademarks of their owners.
`

/** @param {Map<string, string>} sources */
function listed(sources) {
  const names = [...new Set(sources.values())].sort().join(', ')
  return names.replace(/(.{1,110})(?:\s|$)/g, '    $1\n').trimEnd()
}

const wanted = new Map([['NOTICE', notice]])
for (const [id, mark] of marks) wanted.set(`src/providers/${id}.mark.ts`, moduleText(mark))
const present = readdirSync(join(root, 'src/providers'))
  .filter((file) => file.endsWith('.mark.ts'))
  .map((file) => `src/providers/${file}`)
  .filter((file) => readFileSync(join(root, file), 'utf8').startsWith(heading))
const stale = [
  ...present.filter((file) => !wanted.has(file)),
  ...[...wanted].flatMap(([file, text]) =>
    existsSync(join(root, file)) && readFileSync(join(root, file), 'utf8') === text ? [] : [file],
  ),
]
if (process.argv.includes('--check')) {
  for (const file of stale)
    console.log(`${file} is out of date: \`node tools/marks.mjs\` writes it anew.`)
  if (stale.length > 0) process.exitCode = 1
} else {
  for (const file of present) if (!wanted.has(file)) rmSync(join(root, file))
  for (const [file, text] of wanted) writeFileSync(join(root, file), text)
}
console.log(`${marks.size} marks.`)
