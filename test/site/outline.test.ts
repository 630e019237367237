import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { allGroups } from '../../site/outline.ts'
import { placeOf } from '../../site/pages.ts'
import { root } from './site.ts'

test('every guide stands in the sidebar once', () => {
  const guides = globSync('docs/**/*.md', { cwd: root })
    .filter((file) => !file.startsWith('docs/providers/'))
    .map(placeOf)
  const listed = allGroups().flatMap(({ pages }) => pages)
  expect(guides.filter((path) => !listed.includes(path))).toEqual([])
  expect(listed.filter((path, n) => listed.indexOf(path) !== n)).toEqual([])
})
