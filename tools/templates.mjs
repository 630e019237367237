// What `npx portico init` writes: `node tools/templates.mjs` writes src/cli/init/templates.ts from examples/, `--check` says
// whether it is up to date.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const target = join(root, 'src/cli/init/templates.ts')

/** The package by which a framework is known, for each example. */
const packages = {
  astro: 'astro',
  elysia: 'elysia',
  express: 'express',
  fastify: 'fastify',
  hono: 'hono',
  koa: 'koa',
  nest: '@nestjs/core',
  next: 'next',
  'react-router': '@react-router/dev',
  sveltekit: '@sveltejs/kit',
  workers: 'wrangler',
}

const templates = Object.entries(packages).map(([name, dependency]) => {
  const folder = `examples/${name}/`
  const listed = execFileSync('git', ['ls-files', folder], { cwd: root, encoding: 'utf8' })
  const files = listed.trim().split('\n').sort()
  const { scripts } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
  return [
    name,
    {
      dependency,
      dev: scripts.dev.replace(/^NODE_ENV=development /, ''),
      files: Object.fromEntries(
        files.map((file) => [file.slice(folder.length), readFileSync(join(root, file), 'utf8')]),
      ),
    },
  ]
})

const wanted = `// Written by tools/templates.mjs from examples/.
import type { Template } from './template.ts'

/** The example of each framework. */
export const templates: Readonly<Record<string, Template>> = JSON.parse(
  // biome-ignore format: one line is all examples
  // biome-ignore lint/suspicious/noTemplateCurlyInString: they are programs
  ${quoted(JSON.stringify(Object.fromEntries(templates)))},
)
`

/** @param {string} text */
function quoted(text) {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

const fresh = existsSync(target) && readFileSync(target, 'utf8') === wanted
if (!process.argv.includes('--check')) writeFileSync(target, wanted)
else if (!fresh) {
  console.log(
    'src/cli/init/templates.ts is out of date: `node tools/templates.mjs` writes it anew.',
  )
  process.exitCode = 1
}
console.log(`${templates.length} examples can be begun with.`)
