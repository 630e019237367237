import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Auth } from '../../src/index.ts'
import TikTok from '../../src/providers/tiktok.ts'

test('the reference tells everything that Auth() returns', () => {
  const told = readFileSync('docs/reference.md', 'utf8').match(/(?<=^### auth\.)\w+$/gm)
  const returned = Auth({
    providers: [TikTok({ clientId: 'aw1', clientSecret: 'a-client-secret' })],
    secret: 'a-secret-that-is-long-enough-to-be-one',
    url: 'https://app.example',
  })
  expect(told?.sort()).toEqual(Object.keys(returned).sort())
})
