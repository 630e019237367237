import { isAuthjs } from './module-names.ts'
import { findAll, type Note, place, type Source } from './source.ts'

const thirdArgument =
  'the third argument of `signIn` reaches the platform only as far as the provider’s `formParams` name it; without them `login_hint`, `ui_locales`, `display` and `screen_hint` do'

/** Calls of `signIn` that send parameters to the platform. */
export function judgeCalls({ file }: Source): Note[] {
  const names = new Set<string>()
  for (const { source, specifiers } of findAll(file.program, 'ImportDeclaration')) {
    if (!isAuthjs(source.value)) continue
    for (const { type, local } of specifiers) if (type === 'ImportSpecifier') names.add(local.name)
  }
  return findAll(file.program, 'CallExpression')
    .filter(({ callee, arguments: { length } }) => {
      const isSignIn = callee.type === 'Identifier' && callee.name === 'signIn'
      return isSignIn && names.has('signIn') && length > 2
    })
    .map((call) => ({ start: place(call).start, note: thirdArgument }))
}
