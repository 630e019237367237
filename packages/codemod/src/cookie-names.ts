import type { Node } from '@babel/types'
import { isAuthjs } from './module-names.ts'
import { objectIn, readProperties } from './properties.ts'
import { findAll, type Note, place, type Source, walk } from './source.ts'

/** The cookies of Auth.js. Ours have other names, so code that reads, writes or clears the old ones has no effect. */
export const cookieName: RegExp =
  /\b(?:next-auth|authjs)\.(?:session-token|callback-url|csrf-token|pkce\.code_verifier|state)\b/

export const otherCookie =
  'this names a cookie of Auth.js, which no longer holds the session: read it with `auth()` or `getToken()`, end it with `signOut()`; in tests, look for `portico.session` (`__Host-portico.session` by https)'

const ownToken =
  'a cookie with a token made by `encode()` signs nobody in beside a session of Portico: sign people in by a provider of your own, such as `Credentials`'

/** Notes about code that handles the cookies of Auth.js itself. Configurations may name them: Portico reads that. */
export function judgeCookies(source: Source, configurations: Iterable<Node>): Note[] {
  if (!cookieName.test(source.text) && !/\bencode\b/.test(source.text)) return []
  const read = new Set<Node>()
  for (const one of configurations) {
    if (one.type !== 'ObjectExpression') continue
    const cookies = objectIn(readProperties(one).get('cookies'))
    if (cookies) read.add(cookies)
  }
  const notes: Note[] = []
  walk(source.file.program, (node) => {
    if (read.has(node)) return false
    const said =
      node.type === 'StringLiteral'
        ? node.value
        : node.type === 'TemplateElement'
          ? node.value.raw
          : ''
    if (cookieName.test(said)) {
      notes.push({ start: place(node).start, note: otherCookie, importance: 'first' })
    }
    return true
  })
  return [...notes, ...madeTokens(source)]
}

function madeTokens({ file }: Source): Note[] {
  const names = new Set<string>()
  for (const { source, specifiers } of findAll(file.program, 'ImportDeclaration')) {
    if (!isAuthjs(source.value) || !source.value.endsWith('/jwt')) continue
    for (const one of specifiers) {
      if (one.type !== 'ImportSpecifier' || one.imported.type !== 'Identifier') continue
      if (one.imported.name === 'encode') names.add(one.local.name)
    }
  }
  return findAll(file.program, 'CallExpression')
    .filter(({ callee }) => callee.type === 'Identifier' && names.has(callee.name))
    .map((call) => ({ start: place(call).start, note: ownToken, importance: 'first' }))
}
