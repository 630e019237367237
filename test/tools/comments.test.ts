import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

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

  test('begins with its subject', () => {
    const files = globSync('{src,packages/*/src}/**/*.{ts,tsx}', { cwd: root })
    const comments = files.flatMap((file) =>
      commentsIn(readFileSync(join(root, file), 'utf8')).map((comment) => ({ file, ...comment })),
    )
    expect(comments.length).toBeGreaterThan(3000)
    expect(
      comments.filter(isWrong).map(({ file, line, text }) => `${file}:${line} ${text}`),
      'Name the thing first: “The expiry of the token”, “True if people reach us by https”',
    ).toEqual([])
  })
})
