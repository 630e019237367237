import type { CallExpression, ObjectExpression } from '@babel/types'
import { unwrap } from '../configurations.ts'
import { objectIn, type Property, readProperties, writtenValue } from '../properties.ts'
import { type Finding, findAll, type Note, place, type Source } from '../source.ts'
import { movedDatabase } from './database.ts'
import { type Draft, type Move, tell, textOf } from './draft.ts'
import type { NeededImports } from './needed-imports.ts'
import { addPlugin } from './plugins.ts'
import { addProvider } from './social-providers.ts'
import { optionNotes } from './tables.ts'

/** Turns `betterAuth({ … })` into `Auth({ … })`. */
export function moveConfigurations(source: Source, imports: NeededImports): Finding[] {
  return findAll(source.file.program, 'CallExpression').flatMap((call) => {
    if (call.callee.type !== 'Identifier' || call.callee.name !== 'betterAuth') return []
    return moveConfiguration(source, call, imports)
  })
}

function moveConfiguration(
  source: Source,
  call: CallExpression,
  imports: NeededImports,
): Finding[] {
  const [first] = call.arguments
  const object = first && unwrap(first)
  imports.add('Auth', 'porticojs')
  const renamed = { ...place(call.callee), text: 'Auth', change: 'betterAuth() → Auth()' }
  if (object?.type !== 'ObjectExpression') {
    const note =
      'the options are not written here: move them by hand, by the table of docs/from-better-auth.md'
    return [renamed, { start: place(call).start, note, importance: 'first' }]
  }
  const draft: Draft = { providers: [], parts: [], lines: [], notes: [] }
  const context = { source, imports }
  for (const one of object.properties) {
    if (one.type !== 'SpreadElement') continue
    draft.lines.push(textOf(source, one))
    const note = 'options of Better Auth are spread here: what they say means nothing to `Auth()`'
    draft.notes.push({ start: place(one).start, note, importance: 'first' })
  }
  for (const [name, property] of readProperties(object)) {
    const move = Object.hasOwn(moves, name) ? moves[name] : undefined
    if (move) move(draft, property, context)
    else draft.notes.push(unknownOption(name, property))
  }
  const sends = draft.providers.includes('Email')
  if (!sends && draft.providers.some((one) => one.startsWith('Password'))) {
    tell(draft, object, needsSender, 'first')
  }
  const text = written(source, object, draft)
  return [renamed, { ...place(object), text, change: 'options moved' }, ...draft.notes]
}

const needsSender =
  'passwords need mails, and nobody sends them: add `Email` with AUTH_EMAIL_SERVER and AUTH_EMAIL_FROM, a service such as `Resend`, or `Password({ send })`'

function written({ text }: Source, object: ObjectExpression, draft: Draft): string {
  const { providers, parts, lines } = draft
  const [indent = ''] =
    /^[^\S\n]*/.exec(text.slice(text.lastIndexOf('\n', place(object).start) + 1)) ?? []
  const all = [
    `providers: ${list(providers, indent)}`,
    ...(parts.length > 0 ? [`parts: ${list(parts, indent)}`] : []),
    ...lines,
  ]
  return `{\n${all.map((line) => `${indent}  ${line},\n`).join('')}${indent}}`
}

/** A list on one line, or with a line for each where that would be long. */
function list(items: readonly string[], indent: string): string {
  const each = [...new Set(items)]
  const line = `[${each.join(', ')}]`
  if (line.length < 80) return line
  return `[\n${each.map((one) => `${indent}    ${one},\n`).join('')}${indent}  ]`
}

function unknownOption(name: string, property: Property): Note {
  const note = Object.hasOwn(optionNotes, name)
    ? `was left out: ${optionNotes[name]}`
    : `\`${name}\` was left out: nothing comes in its place`
  return { start: place(property).start, note }
}

/** Options with a counterpart. */
const moves: Readonly<Record<string, Move>> = {
  socialProviders(draft, property, context) {
    const list = objectIn(property)
    if (!list) {
      tell(
        draft,
        property,
        '`socialProviders` is not written here: move each of them into `providers`',
        'first',
      )
      return
    }
    for (const [id, one] of readProperties(list)) addProvider(draft, id, one, context)
  },
  emailAndPassword(draft, property, { imports, source }) {
    const own = objectIn(property)
    const options = own ? readProperties(own) : new Map<string, Property>()
    const enabled = writtenValue(options.get('enabled'))
    if (enabled?.type === 'BooleanLiteral' && !enabled.value) return
    imports.add('Password', 'porticojs/providers/password', 'default')
    const minimum = writtenValue(options.get('minPasswordLength'))
    const signUp = writtenValue(options.get('disableSignUp'))
    imports.add('foreignHashes', 'porticojs/passwords')
    const kept = [
      'import: foreignHashes',
      ...(minimum ? [`minimum: ${textOf(source, minimum)}`] : []),
      ...(signUp?.type === 'BooleanLiteral' && signUp.value ? ['signUp: false'] : []),
    ]
    draft.providers.push(`Password({ ${kept.join(', ')} })`)
    if (options.has('sendResetPassword')) {
      tell(
        draft,
        options.get('sendResetPassword') ?? property,
        '`sendResetPassword` was left out: an email provider of `providers` sends all mails, or `Password({ send })` does',
        'first',
      )
    }
    if (options.has('password')) {
      tell(
        draft,
        options.get('password') ?? property,
        'hashes of your own were left out: check them in `Password({ import })`',
        'first',
      )
    }
    tell(
      draft,
      property,
      'passwords have at least 15 characters here, and addresses are verified before anybody signs in; existing hashes come with `npx porticojs import better-auth`',
    )
  },
  plugins(draft, property, context) {
    const list = writtenValue(property)
    if (list?.type !== 'ArrayExpression') {
      tell(
        draft,
        property,
        '`plugins` is not written here: move them by the table of docs/from-better-auth.md',
        'first',
      )
      return
    }
    for (const element of list.elements) if (element) addPlugin(draft, element, context)
  },
  database(draft, property, context) {
    const value = writtenValue(property)
    if (value) draft.lines.push(movedDatabase(draft, property, value, context))
  },
  trustedOrigins(draft, property, { source }) {
    const value = writtenValue(property)
    if (value?.type === 'ArrayExpression') {
      draft.lines.push(`trustedOrigins: ${textOf(source, value)}`)
      tell(
        draft,
        property,
        'people may be sent to `trustedOrigins`; a front end there that signs people in is written as `{ origin, act: true }`',
      )
    } else tell(draft, property, '`trustedOrigins` was left out: write a list of origins', 'first')
  },
  session(draft, property, { source }) {
    const own = objectIn(property)
    const options = own ? readProperties(own) : new Map<string, Property>()
    const kept = (
      [
        ['expiresIn', 'maxAge'],
        ['updateAge', 'updateAge'],
      ] as const
    ).flatMap(([from, to]) => {
      const value = writtenValue(options.get(from))
      return value ? [`${to}: ${textOf(source, value)}`] : []
    })
    if (kept.length > 0) draft.lines.push(`session: { ${kept.join(', ')} }`)
    if (options.has('additionalFields'))
      tell(draft, property, '`session.additionalFields`: add them in `callbacks.session`')
    if (options.has('freshAge'))
      tell(
        draft,
        property,
        '`session.freshAge`: ask for it where it matters, `requireSession(request, { maxAge: 600 })`',
      )
  },
  secret(draft, property, { source }) {
    const value = writtenValue(property)
    if (!value || /process\.env/.test(textOf(source, value))) return
    tell(draft, property, 'the secret was left out: put it into AUTH_SECRET', 'first')
  },
  baseURL(draft, property, { source }) {
    const value = writtenValue(property)
    if (!value || /BETTER_AUTH_URL/.test(textOf(source, value))) return
    draft.lines.push(`url: ${textOf(source, value)}`)
  },
  basePath(draft, property, { source }) {
    draft.lines.push(textOf(source, property))
  },
  appName(draft, property, { source }) {
    const value = writtenValue(property)
    if (value) draft.lines.push(`theme: { name: ${textOf(source, value)} }`)
  },
  logger(draft, property) {
    tell(
      draft,
      property,
      '`logger` was left out: it is `{ error(error), warn(line), debug(line) }` here',
    )
  },
  telemetry() {},
  experimental() {},
}
