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
  ])('a %s that could be guessed is kept beside a new one: %s', (name, weak) => {
    const { files } = planFor({ '.env.local': `A=1\n${name}=${weak}\nB=2\n` })
    expect(files).toMatchObject([
      {
        path: '.env.local',
        text: `A=1\nAUTH_SECRET=${newSecret}\nNEXTAUTH_SECRET=${weak}\nB=2\n`,
      },
    ])
    const said = files.flatMap(({ changes }) => changes).join()
    expect(said).toContain('AUTH_SECRET')
    expect(said).not.toContain(weak)
    expect(said).not.toContain(newSecret)
  })

  test('what is written is accepted in production', () => {
    const { '.env': file = '' } = moved({ '.env': 'NEXTAUTH_SECRET=short\n' })
    const problems: AuthError[] = []
    const [, AUTH_SECRET] = /^AUTH_SECRET=(.*)$/m.exec(file) ?? []
    const env = { NODE_ENV: 'production', AUTH_SECRET, AUTH_URL: 'https://app.example' }
    const keys = { AUTH_GITHUB_ID: 'id', AUTH_GITHUB_SECRET: 'of the application' }
    const logger = { error: (error: AuthError) => void problems.push(error) }
    Auth({ providers: [GitHub], env: { ...env, ...keys }, logger })
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
    ['both could be guessed', 'hunter2', 'swordfish'],
    ['the new one could be guessed', 'hunter2', strong],
    ['neither could be guessed', `${strong}-1`, strong],
  ])('with two secrets that differ keeps both, and it is said: %s', (_, AUTH, NEXTAUTH) => {
    const file = `AUTH_SECRET=${AUTH}\nNEXTAUTH_SECRET="${NEXTAUTH}"\nNEXTAUTH_URL=x\n`
    const { files, looks } = planFor({ '.env.local': file })
    expect(files).toMatchObject([{ text: file.replace('NEXTAUTH_URL', 'AUTH_URL') }])
    expect(looks).toMatchObject([{ path: '.env.local', line: 2 }])
    expect(looks[0]?.note).toContain('AUTH_SECRET and NEXTAUTH_SECRET differ')
    expect(JSON.stringify([looks, files[0]?.changes])).not.toMatch(/hunter2|swordfish|q3Tn8/)
  })

  test('keeps its secret where a file beside it has another one', () => {
    const env = { '.env': `NEXTAUTH_SECRET=${strong}\n`, 'web/.env': `NEXTAUTH_SECRET=${strong}\n` }
    const { files, looks } = planFor({ ...env, '.env.local': `AUTH_SECRET=${strong}-1\n` })
    expect(files).toMatchObject([{ path: 'web/.env', text: `AUTH_SECRET=${strong}\n` }])
    expect(looks).toMatchObject([{ path: '.env', line: 1 }])
  })

  test('with the same secret under both names loses none', () => {
    const file = 'AUTH_SECRET=hunter2\nNEXTAUTH_SECRET=hunter2\n'
    expect(moved({ '.env': file })['.env']).toBe(
      `AUTH_SECRET=${newSecret}\nNEXTAUTH_SECRET=hunter2\n`,
    )
  })

  test('that has the new names already is left alone', () => {
    const file = `AUTH_SECRET=${strong}\nNEXTAUTH_SECRET=old\nAUTH_URL=x\nNEXTAUTH_URL=y\n`
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
