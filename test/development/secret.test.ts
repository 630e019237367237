import { mkdtempSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { developmentSecret } from '../../src/development/secret.ts'

const newFolder = () => mkdtempSync(join(tmpdir(), 'portico-secret-'))

test('the secret is kept in a file that only its owner reads', () => {
  const folder = newFolder()
  const { value, file = '' } = developmentSecret(folder)
  expect(readFileSync(join(folder, file), 'utf8')).toBe(`${value}\n`)
  expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600)
  expect(developmentSecret(folder).value).toBe(value)
})

test('a secret whose folder is a symbolic link is not written, and lasts until the end', () => {
  const [folder, outside] = [newFolder(), newFolder()]
  symlinkSync(outside, join(folder, '.portico'))
  const { value, file } = developmentSecret(folder)
  expect(value).toMatch(/^development-secret-[\w-]{43}$/)
  expect(file).toBeUndefined()
  expect(readdirSync(outside)).toEqual([])
})
