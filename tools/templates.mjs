// What `npx porticojs init` writes: `node tools/templates.mjs` writes src/cli/init/templates.ts from examples/, `--check` says
// whether it is up to date.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
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
  h3: 'h3',
  hono: 'hono',
  koa: 'koa',
  nest: '@nestjs/core',
  next: 'next',
  nuxt: 'nuxt',
  'react-router': '@react-router/dev',
  'solid-start': '@solidjs/start',
  sveltekit: '@sveltejs/kit',
  'tanstack-start': '@tanstack/react-start',
  workers: 'wrangler',
}

/** Frameworks that are built on others: whoever has both means the first. */
const over = { nest: ['express', 'fastify'], nuxt: ['h3'] }

/** What serves the sign-in besides the configuration. Where no file does, the application's own code calls it. */
const routes = {
  next: ['app/api/auth/[...auth]/route.ts'],
  'react-router': ['app/routes/auth.ts'],
  'solid-start': ['src/routes/api/auth/[...auth].ts'],
  sveltekit: ['src/env.ts', 'src/hooks.server.ts'],
  'tanstack-start': ['src/routes/api/auth/$.ts'],
}

const examples = readdirSync(join(root, 'examples')).filter((name) => name !== 'demo')
const unknown = examples.filter((name) => !Object.hasOwn(packages, name))
if (unknown.length > 0) {
  throw new Error(
    `By which package is ${unknown.join(', ')} known? tools/templates.mjs has to say.`,
  )
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
      ...(name in over && { over: over[/** @type {keyof typeof over} */ (name)] }),
      ...(name in routes && { routes: routes[/** @type {keyof typeof routes} */ (name)] }),
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
export const templates: Readonly<Record<string, Template>> = ${literal(Object.fromEntries(templates))}
`

/**
 * A value as source text. Programs stay readable, and small, between backticks.
 *
 * @param {unknown} value
 * @returns {string}
 */
function literal(value, indent = '') {
  if (typeof value === 'string') {
    return value.includes('\n') ? `\`${value.replaceAll(/[\\`]|\$\{/g, '\\$&')}\`` : `'${value}'`
  }
  if (Array.isArray(value)) return `[${value.map((one) => literal(one)).join(', ')}]`
  const inner = `${indent}  `
  const fields = Object.entries(Object(value)).map(([name, field]) => {
    const key = /^\w+$/.test(name) && !/^\d/.test(name) ? name : `'${name}'`
    return `${inner}${key}: ${literal(field, inner)},\n`
  })
  return `{\n${fields.join('')}${indent}}`
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
