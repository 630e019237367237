import { spawn } from 'node:child_process'
import { chmodSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { bareEnv } from '../child-env.ts'
import { newFolder } from './folder.ts'
import { portico } from './typed.ts'

// Disks, folders and words that nobody expects: one clear line, the right exit code, and nothing half written.

const main = join(import.meta.dirname, '../../src/cli/main.ts')

/** Types a command into a shell; `$portico` is the command line. */
async function shell(folder: string, script: string) {
  const portico = `"${process.execPath}" --disable-warning=ExperimentalWarning "${main}"`
  const child = spawn('sh', ['-c', script.replaceAll('$portico', portico)], {
    cwd: folder,
    env: bareEnv,
  })
  const [out, error, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((resolve) => child.once('exit', resolve)),
  ])
  return { out, error, code }
}

const express = JSON.stringify({ type: 'module', dependencies: { express: '5', porticojs: '*' } })
const server = "import express from 'express'\n\nconst app = express()\n\napp.listen(3000)\n"

describe('an answer', () => {
  test.each(['secret', 'migrate --database file:./auth.db'])(
    'of %s that a full disk cannot take is no success',
    async (typed) => {
      const { code, error } = await shell(newFolder(), `$portico ${typed} > /dev/full`)
      expect([code, error]).toEqual([1, "The answer can't be written: The disk is full.\n"])
    },
  )

  test('of migrate may lose its reader, and the work is done', async () => {
    const folder = newFolder()
    const { error } = await shell(folder, '$portico migrate --database file:./auth.db | true')
    expect([error, readdirSync(folder)]).toEqual(['', ['auth.db']])
  })
})

test.each(['doctor', 'init --framework express'])('%s in a folder that is gone', async (typed) => {
  const folder = newFolder({ 'gone/x': '' })
  const { code, error } = await shell(join(folder, 'gone'), `rm -r ../gone; $portico ${typed}`)
  expect([code, error]).toEqual([1, 'This folder has been removed: go to another one.\n'])
})

test('an auth.ts that leads to itself is named', async () => {
  const folder = newFolder()
  symlinkSync('auth.ts', join(folder, 'auth.ts'))
  const { code, error } = await portico(['doctor'], { folder })
  expect([code, error]).toEqual([1, expect.stringMatching(/auth\.ts is a symbolic link that/)])
})

describe('init', () => {
  /** More than a shell lets a file have. */
  const full = (blocks: number) => `trap '' XFSZ; ulimit -f ${blocks}; $portico`

  test('takes back what it has written when the disk is full', async () => {
    const folder = newFolder()
    const { code, out, error } = await shell(folder, `${full(1)} init --framework express`)
    expect([code, out, error]).toEqual([1, '', expect.stringMatching(/Nothing was written\.\n$/)])
    expect(readdirSync(folder)).toEqual([])
  })

  test('leaves a file of the application as it was when the disk is full', async () => {
    const long = `${server}${'// a line of the application\n'.repeat(40)}`.slice(0, 1024)
    const folder = newFolder({ 'package.json': express, 'server.js': long })
    const { code } = await shell(folder, `${full(2)} init --yes`)
    expect([code, readFileSync(join(folder, 'server.js'), 'utf8')]).toEqual([1, long])
  })

  // Root may write everything.
  const somebody = process.getuid?.() === 0 ? 'setpriv --reuid 65534 --clear-groups ' : ''

  test('says what to change in a read-only file, and leaves it alone', async () => {
    const folder = newFolder({ 'package.json': express, 'server.js': server })
    chmodSync(folder, 0o777)
    chmodSync(join(folder, 'server.js'), 0o444)
    const { code, out } = await shell(folder, `${somebody}$portico init --yes`)
    expect(code, out).toBe(0)
    expect(out).toContain('server.js is read-only: it is not changed')
    expect(out).toContain("+app.use('/api/auth', toExpress(auth).handler)")
    expect(readFileSync(join(folder, 'server.js'), 'utf8')).toBe(server)
  })

  test.each([
    ["l'auth.ts", "--file takes the path of a module, such as src/portico.ts: l'auth.ts"],
    ['auth#1.ts', '--file takes the path of a module'],
    ['50%25.ts', '--file takes the path of a module'],
    ['a\nb.ts', '--file takes the path of a module'],
    ['server.ts', '--file server.ts is another file of the example: choose a name of its own'],
  ])('refuses --file %j before anything is written', async (file, message) => {
    const folder = newFolder()
    const typed = ['init', '--framework', 'express', '--file', file]
    const { code, error } = await portico(typed, { folder })
    expect([code, error]).toEqual([2, expect.stringContaining(message)])
    expect(readdirSync(folder)).toEqual([])
  })

  test('refuses the place of the route as that of the configuration', async () => {
    const folder = newFolder({
      'package.json': '{"dependencies":{"next":"16"}}',
      'app/page.tsx': 'export default function Page() { return null }\n',
    })
    const typed = ['init', '--file', 'app/api/auth/[...auth]/route.ts']
    const { code, error } = await portico(typed, { folder })
    expect([code, error]).toEqual([2, expect.stringContaining('is where the route goes')])
    expect(readdirSync(folder)).toEqual(['app', 'package.json'])
  })
})

describe('migrate', () => {
  test('refuses the address of a file without a name, which would be gone at once', async () => {
    const { code, error } = await portico(['migrate', '--database', 'file:'], {
      folder: newFolder(),
    })
    expect([code, error]).toEqual([1, expect.stringContaining('address of the database is empty')])
  })

  test('takes a % in the name of a file as it is', async () => {
    const folder = newFolder()
    const file = `file:${join(folder, '50%.db')}`
    const { code, error } = await portico(['migrate', '--database', file], { folder })
    expect([code, error]).toEqual([0, ''])
    expect(readdirSync(folder)).toEqual(['50%.db'])
  })
})

describe('dev', () => {
  test.each([
    [[''], 'Name the program to start before its words: -- node server.ts'],
    [['--watch', 'server.ts'], 'Name the program to start before --watch: -- node server.ts'],
  ])('refuses %j', async (program, message) => {
    const { code, error } = await portico(['dev', '--', ...program], { folder: newFolder() })
    expect([code, error]).toEqual([2, expect.stringContaining(message)])
  })

  test.each(['localhost:3000', 'shop', 'ftp://shop.test'])(
    'names no page where AUTH_URL is %s',
    async (AUTH_URL) => {
      const folder = newFolder({ 'package.json': express, 'server.js': '' })
      const env = { ...bareEnv, AUTH_URL }
      const { error } = await portico(['dev', '--', 'node', 'server.js'], { folder, env })
      expect(error).toBe('')
    },
  )
})

test('help of help is the overview', async () => {
  const { code, out } = await portico(['help', 'help'])
  expect([code, out]).toEqual([0, expect.stringContaining('npx porticojs <command>')])
})
