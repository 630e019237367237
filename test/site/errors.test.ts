import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { builtPages, root } from './site.ts'

test('every error has its own address', () => {
  const page = builtPages().get('errors.html')
  const codes = Array.from(
    readFileSync(join(root, 'src/errors.ts'), 'utf8').matchAll(/^ {2}(\w+): \{\n {4}status: /gm),
    ([, code = '']) => code,
  )
  expect(codes).toContain('FlowMissing')
  expect(codes.length).toBeGreaterThan(25)
  expect(codes.filter((code) => !page?.ids.has(code.toLowerCase()))).toEqual([])
})
