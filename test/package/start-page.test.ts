import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readCatalogue } from '../../site/start/catalogue.ts'
import { type Choice, type Composed, compose, databasesFor } from '../../site/start/compose.ts'
import { installed, node, root } from './installed.ts'

const catalogue = readCatalogue()

// Inside node_modules, so that what a framework's file imports is found among our own packages.
const cache = join(root, 'node_modules', '.cache')
mkdirSync(cache, { recursive: true })
const folder = mkdtempSync(join(cache, 'start-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Nothing besides platforms. */
const none = { email: false, passwords: false, passkeys: false }

/** Every framework with every database: with one platform, and with all of them and every other way to sign in. */
const choices: Choice[] = catalogue.examples.flatMap((example) =>
  databasesFor(example).flatMap((database) => [
    { framework: example.name, database, platforms: ['github'], ...none },
    {
      framework: example.name,
      database,
      platforms: catalogue.platforms.map(({ id }) => id),
      ...{ email: true, passwords: true, passkeys: true },
    },
  ]),
)

/** What frameworks declare by themselves. */
const surroundings = `
import type { d1 } from 'porticojs/storage/d1'
declare global {
  // Wrangler declares what is in .dev.vars.
  interface Env { DB: Parameters<typeof d1>[0]; [apple: \`AUTH_APPLE_\${string}\`]: string | undefined }
  interface ImportMeta { env: { DEV: boolean } }
}`

function configuration({ files: [first] }: Composed): string {
  return first?.text ?? ''
}

test('the files of page one compile, whatever is chosen', async () => {
  const written = choices
    .map((choice, n) => ({
      name: `${choice.framework}-${n}.ts`,
      text: configuration(compose(catalogue, choice)),
    }))
    // Those of SvelteKit and TanStack Start import their framework, which is not installed here.
    .filter(({ text }) => !/from '(?!porticojs)/.test(text))
  expect(written.length).toBeGreaterThan(80)
  for (const { name, text } of written) writeFileSync(join(folder, name), text)
  writeFileSync(join(folder, 'surroundings.ts'), surroundings)
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(installed, join(folder, 'node_modules', 'porticojs'))
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: join(root, 'tsconfig.json'),
      compilerOptions: {
        isolatedDeclarations: false,
        declaration: false,
        module: 'esnext',
        moduleResolution: 'bundler',
        typeRoots: [join(root, 'node_modules/@types')],
        rootDir: '.',
      },
      include: ['.'],
      exclude: [],
    }),
  )
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const { code, output } = await node([compiler, '--project', '.'], { cwd: folder })
  expect(output).toBe('')
  expect(code).toBe(0)
})

/** What is made for the choice: the configuration, the environment and the commands. */
function madeFor({ files, commands }: Composed): string {
  return [files[0]?.text, files.at(-1)?.text, ...commands].join('\n')
}

test('every combination composes, with each choice once and no leftovers', () => {
  const yesOrNo = [true, false]
  const ways = yesOrNo.flatMap((email) =>
    yesOrNo.flatMap((passwords) => yesOrNo.map((passkeys) => ({ email, passwords, passkeys }))),
  )
  const places = catalogue.examples.flatMap((example) =>
    databasesFor(example).map((database) => ({ framework: example.name, database })),
  )
  const combinations: Choice[] = places.flatMap((place) => [
    ...ways.map((way) => ({ ...place, ...way, platforms: ['github', 'apple'] })),
    ...catalogue.platforms.map(({ id }) => ({ ...place, ...none, platforms: [id] })),
  ])
  expect(combinations.length).toBeGreaterThan(7000)
  const wrong = combinations.filter((choice) => {
    const composed = compose(catalogue, choice)
    const text = configuration(composed)
    const hasPeople = choice.database !== 'none'
    const expected = [
      ...choice.platforms,
      ...(choice.passkeys && hasPeople ? ['passkey'] : []),
      ...(choice.passwords && hasPeople ? ['password'] : []),
    ]
    const imported = Array.from(
      text.matchAll(/from 'porticojs\/providers\/([\w-]+)'/g),
      ([, id = '']) => id,
    ).filter((id) => id !== 'email' && id !== 'resend')
    const leftover = /undefined|\[object|NaN|, ,|\(\)\}/.test(madeFor(composed))
    const sendsMail = /providers\/(?:email|resend)'/.test(text)
    const wantsMail = hasPeople && (choice.email || choice.passwords)
    return (
      leftover ||
      sendsMail !== wantsMail ||
      imported.toSorted().join() !== expected.toSorted().join() ||
      composed.commands.some((command) => / {2}|@undefined/.test(command))
    )
  })
  expect(wrong.slice(0, 3)).toEqual([])
})

test('an example without another choice stays as it is tested', () => {
  for (const { name: framework, files } of catalogue.examples) {
    const [database = 'none'] = databasesFor({ name: framework, title: '', files })
    const choice = { framework, database, platforms: ['tiktok'], ...none, email: true }
    const composed = compose(catalogue, choice).files.slice(0, -1)
    expect(composed.length, framework).toBeGreaterThan(0)
    for (const { path, text } of composed) {
      expect(text, `${framework}: ${path}`).toBe(files[path])
    }
  }
})

test('every file names the chosen platforms only', () => {
  for (const { framework, database } of choices) {
    const platforms = ['gitlab', 'keycloak']
    const { files } = compose(catalogue, {
      framework,
      database,
      platforms,
      ...none,
    })
    const all = files.map(({ text }) => text).join('\n')
    expect(all, framework).not.toMatch(/tiktok/i)
    expect(all).toContain('AUTH_KEYCLOAK_ISSUER')
    if (database === 'none') expect(all).not.toMatch(/auth\.db|d1_databases|DATABASE_URL/)
  }
})

test('Apple is called with its key, whose variables are asked for', () => {
  expect.hasAssertions()
  for (const { framework, database } of choices) {
    const choice = { framework, database, platforms: ['apple'], ...none }
    const { files } = compose(catalogue, choice)
    const [configured, asked] = [files[0]?.text, files.at(-1)?.text]
    for (const [option, variable] of [
      ['teamId', 'AUTH_APPLE_TEAM_ID'],
      ['keyId', 'AUTH_APPLE_KEY_ID'],
      ['privateKey', 'AUTH_APPLE_PRIVATE_KEY'],
    ]) {
      expect(configured, framework).toMatch(
        new RegExp(`${option}: (process\\.)?env\\.${variable} `),
      )
      expect(asked).toContain(`${variable}=`)
    }
    expect(asked).toContain('AUTH_APPLE_ID=')
    expect(asked).not.toContain('AUTH_APPLE_SECRET')
  }
})

test('the commands say that files are ES modules where Node reads them', () => {
  for (const { name: framework, files } of catalogue.examples) {
    const [database = 'none'] = databasesFor({ name: framework, title: '', files })
    const choice = { framework, database, platforms: ['github'], ...none }
    const isModule = JSON.parse(files['package.json'] ?? '{}').type === 'module'
    const { commands } = compose(catalogue, choice)
    expect(commands.includes('npm pkg set type=module'), framework).toBe(isModule)
  }
  const express = { framework: 'express', database: 'sqlite' } as const
  const plain = { platforms: ['github'], ...none }
  expect(compose(catalogue, { ...express, ...plain }).commands[1]).toBe('npm pkg set type=module')
})

test('a prerelease is installed as the example is tested with it, which no range finds', () => {
  const betas = catalogue.examples.flatMap(({ name, files }) => {
    const { dependencies, devDependencies } = JSON.parse(files['package.json'] ?? '{}')
    const versions = Object.entries<string>({ ...dependencies, ...devDependencies })
    return versions.flatMap(([id, version]) => (version.includes('-') ? { name, id, version } : []))
  })
  expect(betas.map(({ name }) => name)).toContain('solid-start')
  for (const { name, id, version } of betas) {
    const { commands } = compose(catalogue, {
      ...{ framework: name, database: 'none', platforms: ['github'], ...none },
    })
    expect(commands.join('\n')).toContain(` ${id}@${version}`)
  }
})
