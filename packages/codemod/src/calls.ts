import type { CallExpression, Node } from '@babel/types'
import { isAuthjs } from './module-names.ts'
import { readProperties, removeProperties, writtenValue } from './properties.ts'
import { type Finding, findAll, type Note, place, type Source } from './source.ts'

const thirdArgument =
  'the third argument of `signIn` reaches the platform only as far as the provider’s `formParams` name it; without them `login_hint`, `ui_locales`, `display` and `screen_hint` do'

const maybeStays =
  '`redirect: false` stays on the page for every provider here; before, only for credentials and mail. Leave it out for platforms, or go to `url` of the result'

/** Providers whose sign-in can stay on the page. */
const onPage = /credentials|login|loops|magic|mail|otp|pass|postmark|resend|sendgrid|webauthn/i

/** Calls of `signIn` that send parameters to the platform, or that would stay on the page. */
export function judgeCalls(source: Source): Finding[] {
  const { program } = source.file
  const names = new Map<string, string>()
  for (const { source: from, specifiers } of findAll(program, 'ImportDeclaration')) {
    if (!isAuthjs(from.value)) continue
    for (const { type, local } of specifiers) {
      if (type === 'ImportSpecifier') names.set(local.name, from.value)
    }
  }
  return findAll(program, 'CallExpression').flatMap((call) => {
    const { callee, arguments: given } = call
    if (callee.type !== 'Identifier' || callee.name !== 'signIn') return []
    const from = names.get('signIn')
    if (!from) return []
    const note: Note = { start: place(call).start, note: thirdArgument }
    const stays = from === 'next-auth/react' ? leaves(source, call) : []
    return given.length > 2 ? [note, ...stays] : stays
  })
}

/** In Auth.js, `signIn('google', { redirect: false })` left the page all the same. */
function leaves({ text }: Source, { arguments: [provider, options] }: CallExpression): Finding[] {
  if (options?.type !== 'ObjectExpression') return []
  const redirect = readProperties(options).get('redirect')
  const value = writtenValue(redirect)
  if (!redirect || value?.type !== 'BooleanLiteral' || value.value) return []
  const id = textOf(provider)
  if (id === undefined) return [{ start: place(redirect).start, note: maybeStays }]
  if (onPage.test(id)) return []
  const change = `\`redirect: false\` dropped: signIn('${id}') leaves the page, as before`
  return removeProperties(text, options, [{ property: redirect, change }])
}

function textOf(node: Node | undefined): string | undefined {
  return node?.type === 'StringLiteral' ? node.value : undefined
}
