import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const source = resolve(import.meta.dirname, '../../src')

/** The rooms whose comments people read outside of the house: hover texts and the reference come from them. */
const read = [
  ...['client', 'config', 'frameworks', 'instance', 'parts', 'providers', 'types'],
  ...['auth.ts', 'config.ts', 'context.ts', 'engine.ts', 'errors.ts', 'index.ts', 'method.ts'],
]

/** Words that put the subject off. */
const indirect = /^(?:what|where|who|how|which|why)(?:ever|se|ther)?\b|^whether\b/i

interface Comment {
  text: string
  line: number
}

/** The comments on declarations in a source text. */
function commentsIn(text: string): Comment[] {
  return [...text.matchAll(/\/\*\*(.*?)\*\//gs)].map(({ 1: body = '', index }) => ({
    text: body.replace(/^\s*\*? ?/gm, '').trim(),
    line: text.slice(0, index).split('\n').length,
  }))
}

const isWrong = ({ text }: Comment) => indirect.test(text)

describe('a comment on a declaration', () => {
  test.each([
    '/** What is kept of a token. */',
    '/** Whether people reach us by https. */',
    '/**\n * Whoever asks for a change.\n */',
    '  /** Where to go afterwards. */',
  ])('is wrong in: %s', (text) => {
    expect(commentsIn(text).filter(isWrong)).toHaveLength(1)
  })

  test('begins with its subject, where people read it', () => {
    const files = read.flatMap((room) =>
      room.endsWith('.ts') ? [room] : globSync(`${room}/**/*.{ts,tsx}`, { cwd: source }),
    )
    const comments = files.flatMap((file) =>
      commentsIn(readFileSync(join(source, file), 'utf8')).map((comment) => ({ file, ...comment })),
    )
    expect(comments.length).toBeGreaterThan(1500)
    expect(
      comments.filter(isWrong).map(({ file, line, text }) => `src/${file}:${line} ${text}`),
      'Name the thing first: “The expiry of the token”, “True if people reach us by https”',
    ).toEqual([])
  })
})
