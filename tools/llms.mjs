// What a coding agent reads first: `node tools/llms.mjs` writes llms.txt (llmstxt.org) from the guides, `--check` says whether it is
// up to date.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { guides } from './guides.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const target = join(root, 'llms.txt')
const { description } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

const chapters = guides()
const listed = chapters.map(({ title: chapter, brief, guides: list }) => {
  const lines = list.map(({ path, title, sentence }) =>
    brief ? `- [${title}](${path})` : `- [${title}](${path}): ${sentence}`,
  )
  return `## ${chapter}\n\n${lines.join('\n')}`
})

const wanted = `# Portico

> ${description}.

These guides are plain Markdown inside the package: node_modules/porticojs/docs. \`npx porticojs --help\` lists what the command line does, and
every command takes \`--json\`. skills/portico/SKILL.md says in short how to add Portico to an application, and SECURITY.md what is left to it.

${listed.join('\n\n')}
`

if (!process.argv.includes('--check')) writeFileSync(target, wanted)
else if (!existsSync(target) || readFileSync(target, 'utf8') !== wanted) {
  console.log('llms.txt is out of date: `node tools/llms.mjs` writes it anew.')
  process.exitCode = 1
}
console.log(`${chapters.flatMap(({ guides: list }) => list).length} guides.`)
