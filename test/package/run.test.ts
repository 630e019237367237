import { expect, test } from 'vitest'
import { node } from './installed.ts'

test('an application of the installed package answers over node:http', async () => {
  const { code, output, printed } = await node(['serve.ts'])
  expect(code, output).toBe(0)
  const [, status, body = ''] = /^(\d+) (.*)/ms.exec(printed) ?? []
  expect(status).toBe('200')
  expect(JSON.parse(body)).toMatchObject({
    github: { name: 'GitHub', callbackUrl: 'https://app.example/api/auth/callback/github' },
    example: { name: 'Example', type: 'oauth' },
  })
})
