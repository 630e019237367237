import { expect, test } from 'vitest'
import { fuzz } from './fuzz.ts'
import { judge } from './judge.ts'
import { openPlace } from './place.ts'
import { visit } from './requests.ts'
import { surroundingsOf } from './surroundings.ts'

// `npm run fuzz` looks for longer.
test('3,600 requests of every kind get nothing but deliberate answers', async () => {
  // Both kinds of session, and all three surroundings.
  const seed = (Date.now() % 2 ** 30) * 2
  const seeds = [seed, seed + 3, seed + 4]
  console.log(`npm run fuzz -- --requests 1200 --seed N, where N is ${seeds.join(', ')}`)
  for (const each of seeds) {
    const report = await fuzz({ seed: each, requests: 1200 })
    expect(report.failures.join('\n\n')).toBe('')
    const ways = ['plain', 'idp', 'post', 'email', 'credentials', 'passkey', 'google', 'tiktok']
    const others = surroundingsOf(each) === 'other origins' ? ['preview', 'another origin'] : []
    const wanted = [...ways, 'one tap', 'webhook', ...others]
    expect(wanted.filter((what) => !report.reached[what])).toEqual([])
  }
})

test('1,500 requests get through every part', async () => {
  const report = await fuzz({ seed: 8, requests: 1500 })
  expect(report.failures.join('\n\n')).toBe('')
  const ways = ['guest', 'password', 'second factor', 'access token', 'device', 'native', 'jwt']
  expect([...ways, 'change email'].filter((what) => !report.reached[what])).toEqual([])
})

test('a crash, a flood, a way out and a leak would be noticed', async () => {
  const place = await openPlace('database', 1)
  place.secrets.add('token', 'an-access-token-of-somebody')
  const judged = (text: string, headers: [string, string][] = [], status = 200) => {
    const type: [string, string] = ['content-type', 'text/html']
    const answer = { status, text, headers: new Headers([type, ...headers]), took: 1 }
    return judge(place, visit('/'), answer)
  }
  expect(judged('fine')).toEqual([])
  expect(judged('', [], 500)).toEqual(['status 500'])
  expect(judged('x'.repeat(100_001))).toHaveLength(1)
  const line: [string, string] = ['set-cookie', 'a=b; Path=/; HttpOnly; Secure; SameSite=Lax']
  expect(judged('', Array(51).fill(line))).toEqual(['51 Set-Cookie lines', 'cacheable'])
  expect(judged('', [['location', 'https://evil.test/']], 303)).toHaveLength(1)
  expect(judged('token=an-access-token-of-somebody;')).toHaveLength(1)
  expect(judged('', [['location', '/?x=an-access-token-of-somebody']], 303)).toHaveLength(1)
  expect(judged('', [['access-control-allow-origin', '*']])).toHaveLength(2)
  expect(judged('', [], 204)).toHaveLength(1)
  place.log.lines.push('got an-access-token-of-somebody')
  expect(judged('')).toHaveLength(1)
})
