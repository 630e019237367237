import { expect, test } from 'vitest'
import { fuzz } from './fuzz.ts'

// `npm run fuzz` looks for longer.
test('3,000 requests of every kind get nothing but deliberate answers', {
  timeout: 120_000,
}, async () => {
  const seed = Date.now() % 2 ** 31
  console.log(`npm run fuzz -- --seed ${seed} --requests 1500, and with seed ${seed + 1}`)
  for (const each of [seed, seed + 1]) {
    const report = await fuzz({ seed: each, requests: 1500 })
    expect(report.failures.join('\n\n')).toBe('')
    const ways = ['plain', 'idp', 'email', 'credentials', 'passkey']
    expect(ways.filter((way) => !report.signedIn[way])).toEqual([])
  }
})
