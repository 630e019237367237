// The reference of options and functions, read from the types and their comments: `node tools/reference.mjs` writes docs/reference.md,
// `--check` says whether it is up to date.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { facts } from './reference/facts.mjs'
import { readMembers } from './reference/members.mjs'
import { sections } from './reference/sections.mjs'

/** @import { Member } from './reference/members.mjs' */

const root = fileURLToPath(new URL('..', import.meta.url))
const file = join(root, 'docs', 'reference.md')

const head = `# Reference

Every option and function that applications write most, with its type, its default and an example. \`tools/reference.mjs\` writes this page from the types
and the comments that your editor shows; \`docs/api.md\` of the repository lists every name of every entry point.`

/** @param {Member} member */
function entry({ name, type, text, fallback, example }) {
  return [
    `### ${name}`,
    `\`${type}\``,
    ...(text ? [text] : []),
    ...(fallback ? [`**Default:** ${fallback}`] : []),
    // Not \`ts\`: blocks of that name are whole programs. A test compiles these inside of one.
    ...(example ? [`\`\`\`typescript\n${example}\n\`\`\``] : []),
  ].join('\n\n')
}

/**
 * @param {Member} member
 * @param {string} prefix
 * @returns {Member}
 */
function completed(member, prefix) {
  const name = prefix + member.name
  return { ...member, ...facts[name], name }
}

/** What was told already: an interface may narrow what it extends. */
const told = new Set()

const wanted = `${[
  head,
  ...sections.flatMap(({ title, text, interfaces, without = [] }) => [
    `## ${title}`,
    text,
    ...interfaces.flatMap(([path, name, prefix = '']) =>
      readMembers(join(root, path), name)
        .filter(({ name }) => !without.includes(name))
        .map((member) => completed(member, prefix))
        .filter(({ name }) => !told.has(name) && told.add(name))
        .map(entry),
    ),
  ]),
].join('\n\n')}\n`

const fresh = existsSync(file) && readFileSync(file, 'utf8') === wanted
if (!process.argv.includes('--check')) writeFileSync(file, wanted)
else if (!fresh) {
  console.log('docs/reference.md is out of date: `node tools/reference.mjs` writes it anew.')
  process.exitCode = 1
}
console.log(`${wanted.match(/^### /gm)?.length ?? 0} entries.`)
