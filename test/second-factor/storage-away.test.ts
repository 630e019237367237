import { expect, test } from 'vitest'
import { AuthError } from '../../src/index.ts'
import { memory } from '../../src/storage/memory.ts'
import { base } from '../attacks/stage.ts'
import { withAda } from './house.ts'

test('a storage that goes away at any read of the app uses no code up, and calls none wrong', async () => {
  let failed = 0
  for (let failing = 1; ; failing++) {
    const kept = memory()
    let reads = Number.NEGATIVE_INFINITY
    const storage = {
      ...kept,
      getItem(key: Parameters<typeof kept.getItem>[0]) {
        if (key.kind.endsWith('/totp') && ++reads === failing)
          throw new AuthError('StorageError', 'The database is away')
        return kept.getItem(key)
      },
    }
    const { browser, code, secret, log } = await withAda({}, { storage })
    await browser.signIn('plain', { as: 'ada' })
    reads = 0
    const form = { code: await code(secret) }
    const answer = await browser.submit(`${base}/second-factor`, form)
    if (reads < failing) break
    expect(answer.status).toBe(503)
    expect(JSON.stringify(log.errors)).not.toContain(form.code)
    expect(await browser.session()).toBeNull()
    await browser.submit(`${base}/second-factor`, form)
    expect(await browser.session()).not.toBeNull()
    failed++
  }
  expect(failed).toBeGreaterThan(0)
})
