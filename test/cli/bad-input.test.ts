import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toNode } from '../../src/frameworks/node.ts'
import Email from '../../src/providers/email.ts'
import TikTok from '../../src/providers/tiktok.ts'
import { memory } from '../../src/storage/memory.ts'
import { bareEnv } from '../child-env.ts'
import { develop } from '../development/application.ts'
import { newFolder } from './folder.ts'
import { portico } from './typed.ts'

/** What no message may hold: a stack, a page, a system's word, or a value that was not there. */
const unclear = /\n\s+at |<html|<!doctype|ENOENT|EISDIR|EACCES|ERR_|null3000|undefined|\[object/i

/** Answers that are not Portico's, by the name of the server that gives them. */
const answers: Readonly<Record<string, RequestListener>> = {
  page: (_, response) =>
    response.setHeader('content-type', 'text/html').end('<!doctype html><html>Hello</html>'),
  redirect: (_, response) => response.writeHead(307, { location: '/login' }).end(),
  broken: (_, response) => response.writeHead(500).end('<html>Internal Server Error</html>'),
  closes: (_, response) => response.socket?.destroy(),
  list: (_, response) => response.setHeader('content-type', 'application/json').end('[]'),
}

const urls: Record<string, string> = {}
const closing: (() => void)[] = []

async function serve(name: string, listener: RequestListener): Promise<void> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  urls[name] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  closing.push(() => server.close().closeAllConnections())
}

beforeAll(async () => {
  for (const [name, listener] of Object.entries(answers)) await serve(name, listener)
  const mail = Email({ from: 'Portico <hello@app.example>' })
  const { auth } = develop({ providers: [TikTok, mail], storage: memory() })
  await serve('app', toNode(auth))
})

afterAll(() => {
  for (const close of closing) close()
})

/** A folder with every kind of file that is not what somebody hoped. */
function oddFolder(): string {
  const folder = newFolder({
    'empty.ts': '',
    'broken.ts': 'export const = {',
    'throws.ts': "throw new Error('needs its framework')",
    'null.ts': 'throw null',
    'lacks.ts': "import '@acme/nothing'",
    'lacks.cjs': "require('nothing-at-all')",
    'words.env': 'these are words\nand no variables\n',
    'secret.env': 'AUTH_SECRET=x\n',
    'full/file.txt': '',
  })
  mkdirSync(join(folder, 'folder'))
  chmodSync(join(folder, 'secret.env'), 0o000)
  return folder
}

const canReadAll = process.getuid?.() === 0

type Case = readonly [typed: string, code: 1 | 2, message: string | RegExp]

/** Mistakes in how a command is written: the exit code is 2, and the usage follows. */
const misunderstood: readonly Case[] = [
  ['docter', 2, 'There is no command "docter": did you mean doctor?'],
  ['help docter', 2, 'There is no command "docter": did you mean doctor?'],
  ['--port 3000', 2, 'Name a command before --port.'],
  ['emulate --prot 1', 2, 'There is no option --prot: did you mean --port?'],
  ['emulate -p 1', 2, 'There is no option -p.'],
  ['emulate --port', 2, '--port needs a value: --port <number>.'],
  ['emulate --port --json=no', 2, '--port needs a value'],
  ['emulate --port=', 2, '--port needs a value'],
  ['emulate --port 4100 --port 4200', 2, '--port is written twice.'],
  ['emulate --port abc', 2, '--port takes a number from 0 (any that is free) to 65535, not "abc".'],
  ['emulate --port -1', 2, 'not "-1".'],
  ['emulate --port 99999', 2, 'not "99999".'],
  ['emulate --port 3.5', 2, 'not "3.5".'],
  ['emulate --port 4190', 2, "--port can't use port 4190, which browsers block"],
  ['emulate --platform tiktk', 2, 'There is no platform "tiktk": did you mean tiktok?'],
  ['emulate --platform friendster', 2, 'npx porticojs providers lists them'],
  ['emulate --platform tiktok,', 2, 'There is no platform ""'],
  ['emulate --redirect app.example/cb', 2, 'did you mean https://app.example/cb?'],
  ['emulate please', 2, 'emulate takes no words, only options: "please" is too much.'],
  ['secret --json=yes', 2, '--json takes no value.'],
  ['secret -- node', 2, 'Nothing can follow -- here.'],
  [
    'sign-in --url localhost:3000',
    2,
    '--url takes an address with http:// or https://, not "localhost:3000": did you mean http://localhost:3000?',
  ],
  ['sign-in --url foo', 2, '--url takes an address with http:// or https://, not "foo".'],
  ['sign-in --url ftp://app.example', 2, 'not "ftp://app.example".'],
  ['sign-in --url http:3000', 2, 'not "http:3000".'],
  [
    'sign-in --url http://ada:pw@localhost:3000',
    2,
    '--url takes an address without a user name or a password.',
  ],
  ['sign-in --url http://localhost:3000/#top', 2, '--url takes an address without ? and #'],
  ['sign-in --url http://localhost:3000/?a=1', 2, '--url takes an address without ? and #'],
  ['sign-in --url http://localhost:99999', 2, 'not "http://localhost:99999".'],
  ['sign-in --url http://localhost:6000', 2, "--url can't use port 6000, which browsers block"],
  ['providers --url shop.example', 2, 'did you mean https://shop.example?'],
  ['migrate --schema foo', 2, 'There is no naming "foo": there are authjs-pg'],
  ['migrate --schema authjs-gp', 2, 'There is no naming "authjs-gp": did you mean authjs-pg?'],
  ['migrate --database', 2, '--database needs a value'],
  ['doctor', 2, 'There is no auth.ts here'],
  ['doctor empty.ts broken.ts', 2, 'Only one file can be checked at once'],
  ['doctor http://a.example http://b.example', 2, 'Only one address can be checked at once'],
  ['doctor empty.ts http://a.example more', 2, '"more" is one word too many.'],
  ['doctor localhost:3000', 2, 'did you mean http://localhost:3000?'],
  ['doctor http://', 2, 'doctor takes an address with http:// or https://'],
  ['init --framework nextjs', 2, 'There is no example for "nextjs": did you mean next?'],
  ['init --framework svelte', 2, 'There is no example for "svelte": did you mean sveltekit?'],
  ['init --framework __proto__', 2, 'There is no example for "__proto__": there are astro'],
  ['init', 2, 'No framework is recognised, as there is no package.json here: say which'],
  ['import', 2, 'source is missing: see npx porticojs import --help.'],
  ['import clrk x.json', 2, 'There is no source "clrk": did you mean clerk?'],
  ['migrate-from auhtjs', 2, 'not "auhtjs": did you mean authjs?'],
  ['migrate-from next-auth', 2, 'not "next-auth": did you mean authjs?'],
  ['migrate-from betterauth', 2, 'not "betterauth": did you mean better-auth?'],
  ['migrate --database ./auth.db', 2, 'did you mean file:./auth.db?'],
  ['migrate --database auth.db', 2, 'did you mean file:auth.db?'],
  ['sign-in --url "http://localhost:3000"', 2, 'did you mean http://localhost:3000?'],
  ['users --limit 0', 2, '--limit is a number from 1 to 1000, not "0".'],
  ['audit --since yesterday', 2, '--since is a date such as 2026-11-17 or an age such as 7d'],
  ['audit --since 2026-02-30', 2, '--since is a date such as 2026-11-17 or an age such as 7d'],
  ['audit --since 2026-13-45', 2, 'not "2026-13-45".'],
  ['reseal a.ts b.ts', 2, '"b.ts" is one word too many.'],
  ['keys', 2, 'There is no auth.ts here'],
  ['dev empty.js', 2, 'Put -- before the program: npx porticojs dev -- node empty.js.'],
  ['dev', 2, 'Name the program to start: npx porticojs dev -- node server.ts.'],
  ['dev node server.ts', 2, 'Put -- before the program: npx porticojs dev -- node server.ts.'],
]

/** What fails although it is written rightly: the exit code is 1. */
const failing: readonly Case[] = [
  ['dev -- nosuch', 1, 'There is no program "nosuch".'],
  ['dev -- node nosuch.ts', 1, 'There is no file nosuch.ts here'],
  ['dev -- node --watch nosuch.ts', 1, 'There is no file nosuch.ts here'],
  ['dev -- node folder', 1, 'folder is a folder: name the file that starts your application.'],
  ['dev -- nosuch.ts', 1, '"nosuch.ts" is no program: write node nosuch.ts.'],
  ['providers tiktok gogle', 1, 'No provider is called tiktok gogle: did you mean google?'],
  ['doctor null.ts', 1, 'null.ts cannot be run outside its framework: it throws no error'],
  ['doctor lacks.ts', 1, 'lacks.ts needs the package @acme/nothing, which is not installed here'],
  [
    'doctor lacks.cjs',
    1,
    'lacks.cjs needs the package nothing-at-all, which is not installed here',
  ],
  ['dev -- ./empty.ts', 1, '"./empty.ts" is no program. To run a file, write node ./empty.ts.'],
  ['providers tiktk', 1, 'No provider is called tiktk: did you mean tiktok?'],
  ['providers nothing like this', 1, 'No provider is called nothing like this.'],
  ['doctor missing.ts', 1, 'There is no file missing.ts.'],
  ['reseal missing.ts', 1, /There is no file missing\.ts\.(?! An address)/],
  ['doctor folder', 1, 'folder is a folder: name the file that calls Auth().'],
  ['doctor empty.ts', 1, 'empty.ts calls Auth() nowhere'],
  ['doctor broken.ts', 1, 'broken.ts cannot be run'],
  ['doctor throws.ts', 1, 'needs its framework'],
  ['doctor empty.ts --env nope.env', 1, 'There is no file nope.env.'],
  ['doctor empty.ts --env folder', 1, 'folder is a folder, not a file.'],
  ['doctor empty.ts --env full/file.txt/more', 1, 'There is no file full/file.txt/more.'],
  ['doctor empty.ts --env words.env', 1, 'words.env holds no variables'],
  ...(canReadAll
    ? []
    : [['doctor empty.ts --env secret.env', 1, "secret.env can't be read"] as const]),
  ['doctor http://127.0.0.1:1', 1, 'Nothing listens at http://127.0.0.1:1'],
  ['migrate', 1, 'There is no database to migrate'],
  ['migrate --database oracle://x', 1, 'unknown beginning'],
  ['migrate --database postgres://127.0.0.1:1/none', 1, 'check that it runs'],
  ['migrate --database postgres://a:b#c@127.0.0.1:1/none', 1, '# as %23'],
  ['migrate --database file:./no/such/folder/auth.db', 1, 'SQLite is unable to open'],
  ['sign-in --url http://nowhere.invalid', 1, /There is no host nowhere\.invalid|does not answer/],
  ['sign-in --url {page}', 1, 'answers 200 with text/html, so it is not Portico.'],
  ['sign-in --url {redirect}', 1, 'redirects to /login, so it is not Portico.'],
  ['sign-in --url {broken}', 1, 'answers 500 with nothing, so it is not Portico.'],
  ['sign-in --url {closes}', 1, 'does not answer'],
  ['sign-in --url {list}', 1, 'names no platform'],
  [
    'sign-in --url {app} --provider tiktk',
    1,
    'The application has no provider "tiktk": did you mean tiktok?',
  ],
  [
    'sign-in --url {app} --provider email',
    1,
    'email is no platform, so nobody can sign in without a person: choose one of tiktok.',
  ],
  ['sign-in --url {app} --as nobody', 1, 'ada'],
]

describe.each([
  ['a command that is written wrongly', misunderstood],
  ['a command that cannot do its work', failing],
])('%s', (_, cases) => {
  test.each(cases)('npx porticojs %s ends with %i and says why', async (typed, code, message) => {
    const words = typed
      .split(' ')
      .map((word) => word.replace(/\{(\w+)\}/, (_, name) => urls[name] ?? ''))
    const said = await portico(words, { folder: oddFolder(), env: bareEnv })
    const shown = said.error + said.out
    // Whoever reads a terminal has no error to look into.
    expect(shown).not.toContain('`cause`')
    expect(said.code).toBe(code)
    if (typeof message === 'string') expect(shown).toContain(message)
    else expect(shown).toMatch(message)
    expect(shown).not.toMatch(unclear)
    const [first = '', second = ''] = said.error.split('\n')
    expect(first.length).toBeLessThan(250)
    expect([code, second]).toEqual([code, code === 2 ? '' : second])
  })
})

test('a broken package.json is named', async () => {
  const folder = newFolder({ 'package.json': '{ "name": ' })
  const said = await portico(['doctor', 'http://127.0.0.1:1'], { folder })
  expect(said.error).toMatch(/^package\.json is not valid JSON: .+\.\n$/)
})

test('--port takes every port but those that fetch() blocks', async () => {
  const ports = [20, 79, 179, 990, 2049, 3000, 4045, 4100, 4190, 5061, 6000, 6679, 8080, 10_080]
  for (const port of ports) {
    const blocked = await fetch(`http://127.0.0.1:${port}`).then(
      () => false,
      ({ cause }) => cause.message === 'bad port',
    )
    const refused = await portico(['emulate', '--port', String(port), '--platform', 'none'])
    expect([port, refused.error.includes('browsers block')]).toEqual([port, blocked])
  }
})

const program = join(import.meta.dirname, '../../src/cli/main.ts')

function start(...words: string[]) {
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, ...words], {
    cwd: newFolder(),
  })
}

test('a reader that stops reading is no failure', async () => {
  const child = start('providers')
  child.stdout.destroy()
  const [error, code] = await Promise.all([
    text(child.stderr),
    new Promise((resolve) => child.once('exit', resolve)),
  ])
  expect([error, code]).toEqual(['', 0])
})

test('a closed input is no answer, and no failure', async () => {
  const child = start('secret')
  child.stdin.destroy()
  expect(await text(child.stdout)).toMatch(/^[\w-]{43}\n$/)
})

test('Ctrl+C ends the emulator without a word', async () => {
  const child = start('emulate', '--platform', 'tiktok', '--port', '0')
  await new Promise((resolve) => child.stdout.once('data', resolve))
  child.kill('SIGINT')
  const [error, signal] = await Promise.all([
    text(child.stderr),
    new Promise((resolve) => child.once('exit', (_, by) => resolve(by))),
  ])
  expect([error, signal]).toEqual(['', 'SIGINT'])
})

// Elsewhere, the program that makes a terminal is called otherwise.
test.runIf(process.platform === 'linux').each([
  ['Ctrl+C', '\u0003', 130],
  ['Ctrl+D', '\u0004', 0],
])('%s at a question ends the command', async (_, key, code) => {
  const folder = newFolder({ 'package.json': '{}' })
  const line = `exec '${process.execPath}' '${program}' init --framework express`
  const args = ['--quiet', '--return', '--flush', '-c', line, '/dev/null']
  const terminal = spawn('script', args, { cwd: folder })
  let said = ''
  let isAnswered = false
  terminal.stdout.on('data', (part) => {
    said += part
    if (said.includes('[y/N]') && !isAnswered) {
      isAnswered = true
      terminal.stdin.write(key)
    }
  })
  expect(await new Promise((resolve) => terminal.once('exit', resolve))).toBe(code)
  expect(said).not.toContain('unsettled')
})
