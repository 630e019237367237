import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { usualFile } from '../../../src/cli/application.ts'
import { newFolder } from '../folder.ts'
import { portico } from '../typed.ts'

const manifest = '{"dependencies":{"porticojs":"*"}}'

/** Runs `init` in an application with these files, where nobody can be asked. */
async function added(
  framework: string,
  files: Record<string, string>,
  ...options: readonly string[]
) {
  const folder = newFolder({ 'package.json': manifest, ...files })
  const typed = ['init', '--framework', framework, '--json', ...options]
  const { code, out } = await portico(typed, { folder })
  const read = (path: string) => readFileSync(join(folder, path), 'utf8')
  return { code, folder, read, ...JSON.parse(out) }
}

describe('npx porticojs init in an application that has code of its own', () => {
  test.each([
    ['app/page.tsx', ''],
    ['src/app/page.tsx', 'src/'],
    ['pages/index.tsx', ''],
    ['src/pages/index.tsx', 'src/'],
  ])('with %s, Next finds the route, and the pages that there were', async (page, place) => {
    const { written, read } = await added('next', { [page]: 'export {}', 'next.config.ts': '' })
    const route = `${place}app/api/auth/[...auth]/route.ts`
    expect(written.sort()).toEqual([route, `${place}auth.ts`, `${place}proxy.ts`])
    expect(read(route)).toContain(`from '../../../../auth'`)
    expect(read(`${place}proxy.ts`)).toContain(`export { proxy } from './auth'`)
  })

  test.each([
    ['proxy.ts', 'app/page.tsx', './auth'],
    ['src/middleware.ts', 'src/app/page.tsx', './auth'],
  ])(
    'beside its own %s, Next is left one thing to do, until it is done',
    async (proxy, page, from) => {
      const files = { [page]: 'export {}', [proxy]: 'export const proxy = () => {}' }
      const { written, left, folder } = await added('next', files)
      expect(written).not.toContain(proxy)
      expect(left).toEqual([expect.objectContaining({ path: proxy })])
      const lines: string[] = left[0].lines
      expect(lines).toContain(`import { proxy as renew } from '${from}'`)
      const typed = ['init', '--framework', 'next']
      const again = await portico(typed, { folder })
      expect(again.out).toContain('Left to do by hand')
      writeFileSync(join(folder, proxy), lines.join('\n'))
      expect((await portico(typed, { folder })).out).toContain('Nothing to change')
    },
  )

  test('Astro with settings and no page gets its integration, and is told what to install until it is', async () => {
    const settings = `import { defineConfig } from 'astro/config'\n\nexport default defineConfig({})\n`
    const folder = newFolder({ 'package.json': manifest, 'astro.config.mjs': settings })
    const typed = ['init', '--framework', 'astro', '--yes']
    const first = JSON.parse((await portico([...typed, '--json'], { folder })).out)
    expect(first).toMatchObject({ written: ['src/auth.ts'], changed: ['astro.config.mjs'] })
    expect(readFileSync(join(folder, 'astro.config.mjs'), 'utf8')).toContain('portico()')
    const second = await portico(typed, { folder })
    expect(second.out).toContain('npm install @astrojs/node')
    expect(second.out).not.toContain('Nothing to change')
    writeFileSync(
      join(folder, 'package.json'),
      '{"dependencies":{"@astrojs/node":"11.0.0","porticojs":"*"}}',
    )
    expect((await portico(typed, { folder })).out).toContain('Nothing to change')
  })

  test.each([
    ['tsx watch src/index.ts', 'porticojs dev -- tsx watch src/index.ts', 'npm run dev'],
    ['NODE_ENV=development node .', 'NODE_ENV=development node .', 'npm run dev'],
    ['tsc && node dist', 'tsc && node dist', 'npx porticojs dev -- npm run dev'],
  ])('lets the script %s of Hono start it for development, where it can', async (...row) => {
    const [dev, changed, start] = row
    const manifest = JSON.stringify({ type: 'module', scripts: { dev } }, null, 2)
    const folder = newFolder({ 'package.json': manifest, 'src/index.ts': 'new Hono()' })
    const typed = ['init', '--framework', 'hono', '--yes', '--json']
    const first = JSON.parse((await portico(typed, { folder })).out)
    expect(first.start).toBe(start)
    const text = readFileSync(join(folder, 'package.json'), 'utf8')
    expect(text).toBe(manifest.replace(dev, changed))
    const second = JSON.parse((await portico(typed, { folder })).out)
    expect([second.changed, second.start]).toEqual([[], start])
  })

  test('Next 15 is left its middleware to write', async () => {
    const { written, left } = await added('next', {
      'app/page.tsx': 'export {}',
      'node_modules/next/package.json': '{"version":"15.5.1"}',
    })
    expect(written.sort()).toEqual(['app/api/auth/[...auth]/route.ts', 'auth.ts'])
    expect(left).toEqual([expect.objectContaining({ path: 'middleware.ts' })])
    expect(left[0].lines).toContain(`export { proxy as middleware } from './auth'`)
  })

  test.each([
    ['astro', 'src/pages/index.astro', ['src/auth.ts']],
    ['express', 'index.ts', ['auth.ts']],
    ['hono', 'src/index.ts', ['src/auth.ts']],
    ['nest', 'src/main.ts', ['src/auth.ts']],
    ['nuxt', 'app/app.vue', ['server/utils/auth.ts']],
    ['react-router', 'app/root.tsx', ['app/auth.server.ts', 'app/routes/auth.ts']],
    ['solid-start', 'src/app.tsx', ['src/auth.ts', 'src/routes/api/auth/[...auth].ts']],
    [
      'sveltekit',
      'src/routes/+page.svelte',
      ['src/env.ts', 'src/hooks.server.ts', 'src/lib/server/auth.ts'],
    ],
    ['tanstack-start', 'src/router.tsx', ['src/auth.server.ts', 'src/routes/api/auth/$.ts']],
  ])(
    '%s with %s gets no page of the example, and keeps its file',
    async (framework, file, wanted) => {
      const { written, notes, read } = await added(framework, { [file]: '// mine' })
      expect(written.sort()).toEqual(wanted)
      expect(notes).toEqual([])
      expect(read(file)).toBe('// mine')
    },
  )

  test.each([
    ['express', { 'index.js': "import express from 'express'" }, ['auth.js']],
    ['express', { 'index.js': "const express = require('express')" }, ['auth.mjs']],
    ['next', { 'app/page.jsx': '' }, ['app/api/auth/[...auth]/route.js', 'auth.js', 'proxy.js']],
    ['react-router', { 'app/root.jsx': '' }, ['app/auth.server.js', 'app/routes/auth.js']],
  ])('%s in JavaScript gets no TypeScript', async (framework, files, wanted) => {
    const { written } = await added(framework, files)
    expect(written.sort()).toEqual(wanted)
  })

  test.each(['app/api/auth/[...nextauth]/route.ts', 'pages/api/auth/[...nextauth].ts'])(
    'writes no route beside %s, and says what to do',
    async (taken) => {
      const { written, left } = await added('next', { [taken]: '// mine' })
      expect(written).toEqual(['auth.ts'])
      expect(left).toEqual([expect.objectContaining({ path: taken })])
    },
  )

  test.each([
    ['next', { 'src/app/page.tsx': '// mine', 'src/auth.ts': '// mine' }, 'src/portico.ts'],
    ['express', { 'auth.ts': '// mine' }, 'portico.ts'],
    ['react-router', { 'app/auth.server.ts': '// mine' }, 'app/portico.server.ts'],
  ])(
    'ends with 1 beside an auth file of %s that is not ours, and suggests --file',
    async (framework, files, other) => {
      const folder = newFolder({ 'package.json': manifest, ...files })
      const before = readdirSync(folder, { recursive: true })
      const said = await portico(['init', '--framework', framework, '--yes'], { folder })
      expect(said.code).toBe(1)
      expect(said.error).toContain('is yours')
      expect(said.error).toContain(`npx porticojs init --file ${other}`)
      expect(said.out + said.error).not.toMatch(/Start it/)
      expect(readdirSync(folder, { recursive: true })).toEqual(before)
      const again = await portico(
        ['init', '--framework', framework, '--file', other, '--yes', '--json'],
        { folder },
      )
      expect(again.code).toBe(0)
      expect(JSON.parse(again.out).written).toContain(other)
      for (const [path, text] of Object.entries(files))
        expect(readFileSync(join(folder, path), 'utf8')).toBe(text)
    },
  )

  test('suggests a third name where the one of --file is taken, too', async () => {
    const folder = newFolder({ 'package.json': '{}', 'app/a.tsx': '', 'portico.ts': '// mine' })
    const typed = ['init', '--framework', 'next', '--file', 'portico.ts']
    const { code, error } = await portico(typed, { folder })
    expect(code).toBe(1)
    expect(error).toContain('--file portico-portico.ts')
  })

  test('lets other commands find the configuration beside an auth.ts that is not ours', async () => {
    const folder = newFolder({ 'package.json': '{}', 'app/page.tsx': '', 'auth.ts': '// mine' })
    await portico(['init', '--framework', 'next', '--file', 'portico.ts'], { folder })
    expect(usualFile(folder)).toBe('portico.ts')
  })

  test('finds its own configuration again under another name', async () => {
    const folder = newFolder({ 'package.json': '{}', 'app/page.tsx': '', 'auth.ts': '// mine' })
    const typed = ['init', '--framework', 'next', '--json']
    await portico([...typed, '--file', 'lib/portico.ts'], { folder })
    const { written, configuration } = JSON.parse((await portico(typed, { folder })).out)
    expect({ written, configuration }).toEqual({ written: [], configuration: 'lib/portico.ts' })
  })

  test('says which providers a configuration lacks that was there before', async () => {
    const folder = newFolder({ 'package.json': '{}', 'app/page.tsx': '' })
    const typed = ['init', '--framework', 'next', '--json', '--providers']
    await portico([...typed, 'github'], { folder })
    const same = JSON.parse((await portico([...typed, 'github'], { folder })).out)
    expect(same).toMatchObject({ written: [], changed: [], left: [] })
    const { left } = JSON.parse((await portico([...typed, 'github,google'], { folder })).out)
    expect(left).toEqual([expect.objectContaining({ path: 'auth.ts', about: 'add the providers' })])
    expect(left[0].lines).toContain("import Google from 'porticojs/providers/google'")
    expect(left[0].lines.join('\n')).not.toContain('github')
  })

  describe('of SvelteKit', () => {
    const page = { 'src/routes/+page.svelte': '' }
    const version = (range: string) => ({
      'package.json': JSON.stringify({ devDependencies: { '@sveltejs/kit': range } }),
    })

    test('in version 2, takes the variables from $env/dynamic/private and writes no src/env.ts', async () => {
      const { written, read } = await added('sveltekit', { ...page, ...version('^2.63.0') })
      expect(written.sort()).toEqual(['src/hooks.server.ts', 'src/lib/server/auth.ts'])
      const code = read('src/lib/server/auth.ts')
      expect(code).toContain("import { dev } from '$app/environment'")
      expect(code).toContain("import { env } from '$env/dynamic/private'")
      expect(code).not.toMatch(/process|\$app\/env'|\$app\/env\//)
      expect(read('src/hooks.server.ts')).toBe("export { handle } from './lib/server/auth'\n")
    })

    test('believes the version that is installed more than the one that is asked for', async () => {
      const installed = JSON.stringify({ version: '2.70.4' })
      const { written } = await added('sveltekit', {
        ...page,
        ...version('latest'),
        'node_modules/@sveltejs/kit/package.json': installed,
      })
      expect(written).not.toContain('src/env.ts')
    })

    test('in version 3, names `process` only where its type is installed', async () => {
      const without = await added('sveltekit', { ...page, ...version('^3.0.0') })
      expect(without.written).toContain('src/env.ts')
      expect(without.read('src/lib/server/auth.ts')).not.toContain('process')
      const types = JSON.stringify({
        devDependencies: { '@sveltejs/kit': '^3.0.0', '@types/node': '24' },
      })
      const having = await added('sveltekit', { ...page, 'package.json': types })
      expect(having.read('src/lib/server/auth.ts')).toContain('...process.env')
    })
  })

  test.each([
    ['next', 'next.config.ts', "export default { basePath: '/app' }", 'app/page.tsx', 'auth.ts'],
    ['astro', 'astro.config.mjs', "export default { base: '/app/' }", 'src/a.astro', 'src/auth.ts'],
    [
      'sveltekit',
      'svelte.config.js',
      "export default { kit: { paths: { base: '/app' } } }",
      'src/routes/+page.svelte',
      'src/lib/server/auth.ts',
    ],
  ])(
    'gives %s below a base path the whole path',
    async (framework, settings, text, file, configuration) => {
      const { read, address } = await added(framework, { [settings]: text, [file]: '' })
      expect(read(configuration)).toContain("  basePath: '/app/api/auth',\n")
      expect(address).toMatch(/^http:\/\/localhost:\d+\/app\/api\/auth\/signin$/)
    },
  )

  test.each([
    ['next', { dev: 'next dev' }, {}, 'npm run dev', 3000],
    ['next', { dev: 'next dev -p 4000' }, { 'pnpm-lock.yaml': '' }, 'pnpm dev', 4000],
    ['sveltekit', { dev: 'vite dev' }, { 'yarn.lock': '' }, 'yarn dev', 5173],
    ['tanstack-start', { dev: 'vite dev --port 3000' }, {}, 'npm run dev', 3000],
    ['nest', { start: 'x', 'start:dev': 'x' }, {}, 'npx porticojs dev -- npm run start:dev', 3000],
    [
      'express',
      { start: 'node .' },
      { 'index.js': 'app.listen(process.env.PORT || 8080)' },
      'npx porticojs dev -- npm start',
      8080,
    ],
    [
      'koa',
      {},
      { 'src/app.js': 'app.listen(8000)' },
      'npx porticojs dev -- node --watch src/app.js',
      8000,
    ],
    [
      'nuxt',
      {},
      { 'nuxt.config.ts': 'export default defineNuxtConfig({})' },
      'npx porticojs dev -- nuxt dev',
      3000,
    ],
    ['workers', { dev: 'wrangler dev' }, {}, 'npm run dev -- --var NODE_ENV:development', 8787],
  ])(
    'starts %s by its own script %j, and names the address',
    async (framework, scripts, files, start, port) => {
      const said = await added(framework, {
        'package.json': JSON.stringify({ scripts }),
        'src/anything.ts': '',
        ...files,
      })
      expect(said.start).toBe(start)
      expect(said.address).toBe(`http://localhost:${port}/api/auth/signin`)
    },
  )

  test.each([
    [
      'an old version',
      'fastify',
      { dependencies: { fastify: '^4.1.0' } },
      {},
      'npm install fastify@5',
    ],
    [
      'Node without modules',
      'express',
      { scripts: { dev: 'node src/index.ts' } },
      {},
      'npm pkg set type=module',
    ],
    [
      'a tsconfig.json that reads no exports',
      'express',
      { type: 'module' },
      { 'tsconfig.json': '{ "compilerOptions": { /* old */ "module": "commonjs", }, }' },
      '"moduleResolution": "nodenext",',
    ],
  ])('says what to change about %s', async (_, framework, manifest, files, line) => {
    const { left } = await added(framework, {
      'package.json': JSON.stringify(manifest),
      'src/index.ts': `import { to } from 'porticojs/${framework}'`,
      ...files,
    })
    expect(left.flatMap(({ lines }: { lines: string[] }) => lines)).toContain(line)
  })
})
