import { describe, expect, test } from 'vitest'
import { Auth, type AuthError } from '../../../src/index.ts'
import GitHub from '../../../src/providers/github.ts'
import { moved, newSecret, planFor } from './moving.ts'

const strong = 'q3Tn8Lk2Vw9Xc5Bz7Rm1Jf6Hd4Gs0PaYeUi'

describe('an environment file', () => {
  test('keeps everything but the names of two variables', () => {
    const file = `# ours\nNEXTAUTH_URL="https://app.example/api/auth"\r\nexport NEXTAUTH_SECRET=${strong} # never share\n# NEXTAUTH_URL=http://localhost\nDATABASE_URL=x`
    expect(moved({ '.env': file })['.env']).toBe(file.replaceAll('NEXTAUTH_', 'AUTH_'))
  })

  test.each([
    ['NEXTAUTH_SECRET', 'too short'],
    ['AUTH_SECRET', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'],
    ['NEXTAUTH_SECRET', 'abc # made by me on a rainy day in March'],
    ['NEXTAUTH_SECRET', '"please-change-me-before-production-0123"'],
  ])('a %s that could be guessed is dropped for a new one: %s', (name, weak) => {
    const { files } = planFor({ '.env.local': `A=1\n${name}=${weak}\nB=2\n` })
    expect(files).toMatchObject([
      {
        path: '.env.local',
        text: `A=1\nAUTH_SECRET=${newSecret}\nB=2\n`,
      },
    ])
    const said = files.flatMap(({ changes }) => changes).join()
    expect(said).toContain(`${name} could be guessed and is dropped: people sign in once more`)
    expect(said).not.toContain(weak)
    expect(said).not.toContain(newSecret)
  })

  test('gets a secret that production accepts', () => {
    const { '.env': file = '' } = moved({ '.env': 'NEXTAUTH_SECRET=short\n' })
    const problems: AuthError[] = []
    const [, AUTH_SECRET] = /^AUTH_SECRET=(.*)$/m.exec(file) ?? []
    const env = { NODE_ENV: 'production', AUTH_SECRET, AUTH_URL: 'https://app.example' }
    const keys = { AUTH_GITHUB_ID: 'id', AUTH_GITHUB_SECRET: 'of the application' }
    const logger = { error: (error: AuthError) => void problems.push(error) }
    Auth({ providers: [GitHub], runtime: { env: { ...env, ...keys } }, logger })
    expect(problems).toEqual([])
  })

  test('a file to be copied gets no secret, and neither does one that refers to another variable', () => {
    const example = { '.env.example': 'NEXTAUTH_SECRET=change-me\n' }
    expect(moved(example)).toEqual({ '.env.example': 'AUTH_SECRET=change-me\n' })
    const reference = { '.env': 'NEXTAUTH_SECRET=$OTHER\nNEXTAUTH_URL=\n' }
    expect(moved(reference)).toEqual({ '.env': 'AUTH_SECRET=$OTHER\nAUTH_URL=\n' })
    const empty = { '.env': 'NEXTAUTH_SECRET= # npx auth secret\n' }
    expect(moved(empty)).toEqual({ '.env': 'AUTH_SECRET= # npx auth secret\n' })
  })

  test.each([
    ['both could be guessed', 'hunter2', 'swordfish', newSecret],
    ['the new one could be guessed', 'hunter2', strong, `"${strong}"`],
    ['the old one could be guessed', strong, 'hunter2', strong],
  ])('with two secrets that differ keeps what nobody guesses: %s', (_, AUTH, NEXTAUTH, kept) => {
    const file = `AUTH_SECRET=${AUTH}\r\nNEXTAUTH_SECRET="${NEXTAUTH}"\r\nNEXTAUTH_URL=x`
    const { files, looks } = planFor({ '.env.local': file })
    expect(files).toMatchObject([{ text: `AUTH_SECRET=${kept}\r\nAUTH_URL=x` }])
    expect(looks).toEqual([])
    expect(JSON.stringify(files[0]?.changes)).not.toMatch(/hunter2|swordfish|q3Tn8/)
  })

  test('with two secrets that differ, and that nobody guesses, keeps both, and it is said', () => {
    const file = `AUTH_SECRET=${strong}-1\nNEXTAUTH_SECRET="${strong}"\nNEXTAUTH_URL=x\n`
    const { files, looks } = planFor({ '.env.local': file })
    expect(files).toMatchObject([{ text: file.replace('NEXTAUTH_URL', 'AUTH_URL') }])
    expect(looks).toMatchObject([{ path: '.env.local', line: 2 }])
    expect(looks[0]?.note).toContain('AUTH_SECRET and NEXTAUTH_SECRET differ')
    expect(JSON.stringify([looks, files[0]?.changes])).not.toContain('q3Tn8')
  })

  test('says when the application moved, beside its secret and only then', () => {
    const source = { 'auth.ts': `import NextAuth from 'next-auth'\nNextAuth({ providers: [] })\n` }
    const env = {
      '.env': `NEXTAUTH_SECRET=${strong}\nA=1\n`,
      '.env.local': `export AUTH_SECRET=${strong}`,
      '.env.test': 'A=1\n',
      '.env.example': 'AUTH_SECRET=\n',
    }
    const after = moved({ ...source, ...env })
    expect(after).toMatchObject({
      '.env': `AUTH_SECRET=${strong}\nAUTH_FROM_AUTHJS_SINCE=2026-11-15\nA=1\n`,
      '.env.local': `export AUTH_SECRET=${strong}\nexport AUTH_FROM_AUTHJS_SINCE=2026-11-15\n`,
      '.env.test': 'A=1\n',
      '.env.example': 'AUTH_SECRET=\n',
    })
    expect(planFor(after).files).toEqual([])
    // Later, nobody is told again that the application moves today.
    expect(planFor({ ...after, ...env, '.env': `AUTH_SECRET=${strong}\n` }).files).toEqual([])
  })

  test('drops a secret that could be guessed where a file beside it has another one', () => {
    const env = {
      '.env': 'NEXTAUTH_SECRET=hunter2\nA=1\n',
      '.env.local': `AUTH_SECRET=${strong}\n`,
    }
    expect(moved(env)).toEqual({ ...env, '.env': 'A=1\n' })
  })

  test('keeps its secret where a file beside it has another one', () => {
    const env = { '.env': `NEXTAUTH_SECRET=${strong}\n`, 'web/.env': `NEXTAUTH_SECRET=${strong}\n` }
    const { files, looks } = planFor({ ...env, '.env.local': `AUTH_SECRET=${strong}-1\n` })
    expect(files).toMatchObject([{ path: 'web/.env', text: `AUTH_SECRET=${strong}\n` }])
    expect(looks).toMatchObject([{ path: '.env', line: 1 }])
  })

  test('with the same guessable secret under both names gets one new one', () => {
    const file = 'AUTH_SECRET=hunter2\nNEXTAUTH_SECRET=hunter2\n'
    expect(moved({ '.env': file })['.env']).toBe(`AUTH_SECRET=${newSecret}\n`)
  })

  test('is left alone if it has the new names already', () => {
    const file = `AUTH_SECRET=${strong}\nNEXTAUTH_SECRET=${strong}\nAUTH_URL=x\nNEXTAUTH_URL=y\n`
    expect(planFor({ '.env': file })).toEqual({ files: [], looks: [] })
  })

  test('is left alone the second time', () => {
    const once = moved({ '.env': `NEXTAUTH_SECRET=short\nNEXTAUTH_URL=x\n` })
    expect(planFor(once)).toEqual({ files: [], looks: [] })
  })
})

describe('the variables elsewhere', () => {
  test('have their new names in code', () => {
    const code = (prefix: string) => `import { z } from 'zod'
export const schema = { ${prefix}_SECRET: z.string(), url: process.env.${prefix}_URL }
export const read = process.env['${prefix}_URL']
`
    expect(moved({ 'env.ts': code('NEXTAUTH') })['env.ts']).toBe(code('AUTH'))
  })

  test('are named where they would stand twice, and in files of other languages', () => {
    const { files, looks } = planFor({
      'env.ts': `export const secret = process.env.AUTH_SECRET ?? process.env.NEXTAUTH_SECRET\n`,
      'deploy/compose.yml': 'services:\n  app:\n    environment:\n      NEXTAUTH_URL: x\n',
    })
    expect(files).toEqual([])
    expect(looks).toMatchObject([
      { path: 'env.ts', line: 1 },
      { path: 'deploy/compose.yml', line: 4 },
    ])
  })
})

test('a line inside of a quoted value is part of it', () => {
  const text = `KEY="first\nNEXTAUTH_URL=inside\nlast"\nNEXTAUTH_URL=https://app.example\n`
  expect(moved({ '.env': text, 'auth.ts': `import 'next-auth'\n` })['.env']).toBe(
    `KEY="first\nNEXTAUTH_URL=inside\nlast"\nAUTH_URL=https://app.example\n`,
  )
})
