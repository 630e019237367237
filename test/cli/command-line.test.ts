import { globSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { commands } from '../../src/cli/commands.ts'
import { portico } from './typed.ts'

test.each([[], ['help'], ['--help'], ['-h']])('%j lists every command', async (...typed) => {
  const { code, out } = await portico(typed)
  expect(code).toBe(0)
  for (const name of Object.keys(commands)) expect(out).toMatch(new RegExp(`^ {2}${name} `, 'm'))
})

test('the version is the one of the package', async () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(await portico(['--version'])).toEqual({ code: 0, out: `${version}\n`, error: '' })
})

test.each(Object.keys(commands))('%s --help shows how it is written', async (name) => {
  const { code, out } = await portico([name, '--help'])
  expect(code).toBe(0)
  expect(out).toContain(`npx porticojs ${name}`)
  for (const option of ['--json', '--help', ...Object.keys(commands[name]?.options ?? {})]) {
    expect(out).toContain(option)
  }
})

test.each(Object.keys(commands))('the guides name every option of %s', (name) => {
  const guides = globSync('docs/*.md').map((file) => readFileSync(file, 'utf8'))
  expect(guides.length).toBeGreaterThan(20)
  const options = Object.keys(commands[name]?.options ?? {}).map((option) => `--${option}`)
  const isNamed = (option: string) =>
    guides.some((text) => text.includes(`${option} `) || text.includes(`${option}\``))
  expect(options.filter((option) => !isNamed(option))).toEqual([])
})

test.each([
  [['emulat'], 'There is no command "emulat": did you mean emulate?\n'],
  [['docter'], 'There is no command "docter": did you mean doctor?\n'],
  [['walk'], 'There is no command "walk".\n'],
  [['init', '--framework', 'expres'], 'no example for "expres": did you mean express?\n'],
  [['init', '--framework', 'rails'], 'There is no example for "rails": there are '],
  [['emulate', '--platform', 'tikto'], 'There is no platform "tikto": did you mean tiktok?\n'],
  [['toString'], 'There is no command "toString"'],
  [['secret', '--colour'], 'There is no option --colour'],
  [['secret', 'please'], 'secret takes no words, only options: "please" is too much'],
  [['secret', '--', 'node'], 'Nothing can follow -- here'],
  [['emulate', '--port', 'abc'], '--port takes a number from 0 (any that is free) to 65535'],
])('%j is not understood: the usage is shown, and the exit code is 2', async (typed, message) => {
  const { code, out, error } = await portico(typed)
  expect(code).toBe(2)
  expect(out).toBe('')
  expect(error).toContain(message)
  expect(error).toMatch(/npx porticojs (<command>|\w+)/)
})

test('programs are answered in JSON, when it fails too', async () => {
  const made = await portico(['secret', '--json'])
  expect(JSON.parse(made.out).AUTH_SECRET).toMatch(/^[\w-]{43}$/)
  const failed = await portico(['migrate', '--json'])
  expect(failed).toMatchObject({ code: 1, error: '' })
  expect(JSON.parse(failed.out).error).toContain('There is no database')
  const misunderstood = await portico(['secret', '--json', '--colour'])
  expect(misunderstood.code).toBe(2)
  expect(JSON.parse(misunderstood.out).error).toContain('--colour')
})

test('secret prints the bare value into a pipe, and a line for .env on a terminal', async () => {
  expect((await portico(['secret'])).out).toMatch(/^[\w-]{43}\n$/)
  const seen = await portico(['secret'], { onTerminal: true })
  expect(seen.out).toMatch(/^AUTH_SECRET=[\w-]{43}\n$/)
})

test('a port that is taken is named, with a way on', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const { code, error } = await portico(['emulate', '--port', String(port)])
  server.close()
  expect(code).toBe(1)
  expect(error).toContain(`Port ${port} is taken`)
  expect(error).toContain('--port')
})
