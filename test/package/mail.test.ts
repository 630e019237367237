import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, inject, test } from 'vitest'
import { node } from './installed.ts'

// The project that installed the package has no nodemailer.
const consumer = inject('consumer')
const file = join(consumer, 'auth-by-mail.mjs')
const missing = /Mail over SMTP needs the package nodemailer/

const production = {
  NODE_ENV: 'production',
  AUTH_SECRET: 'RkYw4HdNf6GcJp1Ua8Eb7Qx2LmZ0sVt9',
  AUTH_URL: 'https://app.example',
  AUTH_EMAIL_SERVER: 'smtp://mail.example',
  AUTH_EMAIL_FROM: 'hello@app.example',
}

afterEach(() => rmSync(file, { force: true }))

/** Writes an application that sends mail by this provider. */
function write(provider: string): void {
  writeFileSync(
    file,
    `import { Auth } from 'porticojs'
import Email from 'porticojs/providers/email'
import { memory } from 'porticojs/storage/memory'
export const auth = Auth({ providers: [${provider}], storage: memory() })
`,
  )
}

test('mail over SMTP without nodemailer is named at the start, and not by the first visitor', async () => {
  write('Email')
  const { code, output } = await node([file], { env: production })
  expect([code, output]).toEqual([0, expect.stringMatching(missing)])
  expect(output).toContain('npm i nodemailer')
})

test('mail that is sent by other means needs no package', async () => {
  write('Email({ sendVerificationRequest() {} })')
  const { code, output } = await node([file], { env: production })
  expect([code, output]).toEqual([0, ''])
})

test('doctor names the package that mail over SMTP lacks', async () => {
  write('Email')
  const program = join(consumer, 'node_modules/porticojs/dist/cli/main.js')
  const args = [program, 'doctor', 'auth-by-mail.mjs', '--json']
  const { code, output, printed } = await node(args, { env: production })
  expect(code, output).toBe(1)
  const [{ results }] = JSON.parse(printed).sections
  const { findings } = results.find(({ check }: { check: string }) => check === 'mail')
  expect(findings).toEqual([
    {
      level: 'problem',
      message: expect.stringMatching(missing),
      fix: expect.stringContaining('npm i nodemailer'),
    },
  ])
})
