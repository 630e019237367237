import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { bareEnv } from '../child-env.ts'

const children: ChildProcess[] = []
afterAll(() => {
  for (const child of children) child.kill()
})

async function startServer(): Promise<number> {
  const child = fork(join(import.meta.dirname, 'flood-server.ts'), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: { ...bareEnv, NODE_ENV: 'test' },
  })
  children.push(child)
  const [port] = await once(child, 'message')
  return port
}

const agent = new Agent({ maxSockets: 1100 })

interface Answer {
  status: number
  retryAfter: string | undefined
  text: string
}

function send(port: number, path: string, form?: Record<string, string>): Promise<Answer> {
  const origin = `http://127.0.0.1:${port}`
  const headers = {
    accept: 'application/json',
    ...(form && { origin, 'content-type': 'application/x-www-form-urlencoded' }),
  }
  return new Promise((resolve, reject) => {
    const options = { agent, method: form ? 'POST' : 'GET', headers }
    const asking = request(`${origin}${path}`, options, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part) => {
        text += part
      })
      const { statusCode: status = 0, headers } = response
      response.on('end', () => resolve({ status, retryAfter: headers['retry-after'], text }))
    })
    asking.on('error', reject).end(form && new URLSearchParams(form).toString())
  })
}

test('a thousand sign-ins at once leave memory and answers to the others', async () => {
  const port = await startServer()
  const password = 'velvet anchor drifts south'
  let open = 1000
  // Half of them try somebody who exists, the others nobody.
  const flood = Array.from({ length: open }, (_, index) => {
    const email = index % 2 ? 'ada@people.test' : `${index}@people.test`
    return send(port, '/api/auth/callback/password', { email, password }).finally(() => open--)
  })
  // Sessions are read while passwords wait to be checked.
  let readMeanwhile = 0
  while (open > 0) {
    expect((await send(port, '/api/auth/session')).status).toBe(200)
    if (open > 0) readMeanwhile++
  }
  const answers = await Promise.all(flood)
  const checked = answers.filter(({ status }) => status === 401)
  const busy = answers.filter(({ status }) => status === 503)
  const megabytes = Number((await send(port, '/memory')).text)
  console.info(
    `1,000 sign-ins at once: ${checked.length} checked, ${busy.length} told to try again, ${readMeanwhile} sessions read meanwhile, ${Math.round(megabytes)} MB of memory at most`,
  )
  expect(checked.length + busy.length).toBe(1000)
  expect(checked.length).toBeGreaterThanOrEqual(100)
  expect(new Set(busy.map(({ retryAfter }) => retryAfter))).toEqual(new Set(['5']))
  expect(readMeanwhile).toBeGreaterThan(5)
  expect(megabytes).toBeLessThan(500)
}, 120_000)
