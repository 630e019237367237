import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'

const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

/** Runs the tool in a folder of its own, where `test.mjs` is this. */
function chance(suite: string, ...options: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'portico-chance-'))
  folders.push(folder)
  mkdirSync(join(folder, 'tools'))
  const program = join(folder, 'tools/chance.mjs')
  copyFileSync(join(import.meta.dirname, '../../tools/chance.mjs'), program)
  writeFileSync(join(folder, 'tools/test.mjs'), suite)
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...options])
  const rows = String(stdout)
    .split('\n')
    .filter((line) => /^\| \w+ \| \d/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, suite, run, , , result, failures]) => [suite, run, result, failures].join(' '))
  const [, loops] = /Beside (\d+) busy loops/.exec(String(stdout)) ?? []
  const log = (name: string) => readFileSync(join(folder, 'coverage/chance', name), 'utf8')
  return { code: status, rows, loops: Number(loops), complaints: String(stderr), log }
}

test('every suite is run as often as it was asked for, and all that is printed is kept', () => {
  const { code, rows, log } = chance(
    `console.log('ran ' + process.argv[2]); console.log('7 passed, 0 failed')`,
    ...['test', 'servers', '--times', '2'],
  )
  expect(rows).toEqual([
    'test 1 7 passed, 0 failed none',
    'servers 1 7 passed, 0 failed none',
    'test 2 7 passed, 0 failed none',
    'servers 2 7 passed, 0 failed none',
  ])
  expect(log('servers-2.log')).toBe('ran servers\n7 passed, 0 failed\n')
  expect(code).toBe(0)
})

test('a file that a second try hid is named, and counts as a failure', () => {
  const line = 'SECOND TRY: test/moon.test.ts'
  const { code, rows } = chance(
    `console.log('${line}'); console.log('7 passed, 0 failed')`,
    ...['--times', '1'],
  )
  expect(rows).toEqual([`test 1 7 passed, 0 failed ${line}`])
  expect(code).toBe(1)
})

test('a run that dies is a failure, not silence', () => {
  const { code, rows } = chance('process.exit(3)', '--times', '1')
  expect(rows).toEqual(['test 1 did not end exit 3'])
  expect(code).toBe(1)
})

test('a machine that is busy already gets no loops', () => {
  expect(chance('', '--times', '1').loops).toBe(availableParallelism())
  expect(chance('', '--times', '1', '--loops', '0').loops).toBe(0)
})

test.each(['0', 'many', '1.5'])('asked for %s times, it says what it needs', (times) => {
  const { code, complaints } = chance('', '--times', times)
  expect(complaints).toContain('--times is a whole number from 1 on')
  expect(code).toBe(1)
})
