import { expect, test } from 'vitest'
import config from '../../vitest.config.ts'

const projects = (config.test?.projects ?? []).map((project) => Object(project).test)

test('every project fails a test that asserts nothing, as one does whose loop never ran', () => {
  expect(projects.length).toBeGreaterThan(5)
  const careless = projects.filter((project) => project.expect?.requireAssertions !== true)
  expect(careless.map(({ name }) => name)).toEqual([])
})
