import type {
  CallExpression,
  Function as FunctionNode,
  Identifier,
  ObjectExpression,
} from '@babel/types'
import { isFunction, unwrap } from './configurations.ts'
import {
  objectIn,
  type Property,
  type Removal,
  readProperties,
  removeProperties,
  writtenValue,
} from './properties.ts'
import { providerModules } from './providers.ts'
import { type Edit, type Finding, findAll, place, quoteIn, type Source } from './source.ts'

/** Providers that send mail. */
const mail: ReadonlySet<string> = new Set([
  'email',
  'forwardemail',
  'loops',
  'mailgun',
  'nodemailer',
  'postmark',
  'resend',
  'sendgrid',
])

/** The findings about options of providers that have no counterpart, wherever the providers are called. */
export function moveProviderOptions(source: Source, isVersion4: boolean): Finding[] {
  const modules = providerModules(source)
  return findAll(source.file.program, 'CallExpression').flatMap((call) => {
    const module = call.callee.type === 'Identifier' ? modules.get(call.callee.name) : undefined
    const options = module && optionsOf(call)
    if (!module || !options) return []
    const own = readProperties(options)
    return [
      ...removeProperties(source.text, options, droppable(module, own)),
      ...notes(own),
      ...(module === 'twitter' && isVersion4 && !isSecond(own)
        ? [{ ...place(call), ...first }]
        : []),
      ...(module === 'credentials' ? judgeAuthorize(source, own, isVersion4) : []),
    ]
  })
}

function optionsOf({ arguments: [first] }: CallExpression): ObjectExpression | undefined {
  const options = first && unwrap(first)
  return options?.type === 'ObjectExpression' ? options : undefined
}

function droppable(module: string, own: ReadonlyMap<string, Property>): Removal[] {
  const found: Removal[] = []
  const drop = (name: string, change: string) => {
    const property = own.get(name)
    if (property) found.push({ property, change })
  }
  if (module === 'credentials' || mail.has(module)) {
    drop('type', `type of ${module} dropped: it says so itself`)
  }
  if (mail.has(module)) drop('secret', `secret of ${module} dropped: AUTH_SECRET is used`)
  if (isTimeout(own.get('httpOptions'))) drop('httpOptions', onlyTimeout)
  drop('profilePhotoSize', 'profilePhotoSize dropped')
  if (module === 'twitter') drop('version', 'version of twitter dropped')
  return found
}

/** True if Twitter's keys are those of OAuth 2.0, which version 4 does not use unless it is told to. */
function isSecond(own: ReadonlyMap<string, Property>): boolean {
  const version = writtenValue(own.get('version'))
  return version?.type === 'StringLiteral' && version.value.startsWith('2')
}

const first = {
  note: 'this was OAuth 1.0, and is OAuth 2.0 here, which has other keys',
  importance: 'first',
} as const

const onlyTimeout = 'httpOptions.timeout dropped: requests to platforms may take 10 seconds'

/** True if only the timeout is set. */
function isTimeout(property: Property | undefined): boolean {
  const options = objectIn(property)
  return options?.properties.length === 1 && readProperties(options).has('timeout')
}

function notes(own: ReadonlyMap<string, Property>): Finding[] {
  const http = own.get('httpOptions')
  const photo = own.get('profilePhotoSize')
  const size = writtenValue(photo)
  const isUsual = size?.type === 'NumericLiteral' && size.value === 48
  return [
    ...(photo && !isUsual ? [{ ...place(photo), note: smallPhoto }] : []),
    ...(http ? [{ ...place(http), ...(isTimeout(http) ? timeout : agent) }] : []),
  ]
}

const smallPhoto =
  '`profilePhotoSize` is gone: pictures of Microsoft are 48 pixels wide here; for others, ask Microsoft Graph with `accessToken()`'

const timeout = {
  note: '`httpOptions.timeout` is gone: requests to platforms may take 10 seconds; `runtime: { outbound: { timeout } }` of the configuration says otherwise, in milliseconds',
}

const agent = {
  note: '`httpOptions` has no counterpart: for a proxy, pass a `fetch` that uses it as `runtime: { fetch }` of the configuration, or as `[customFetch]` of this provider',
  importance: 'first',
} as const

function judgeAuthorize(
  source: Source,
  own: ReadonlyMap<string, Property>,
  isVersion4: boolean,
): Finding[] {
  const authorize = writtenValue(own.get('authorize'))
  if (!authorize || !isFunction(authorize)) return []
  const typed = isVersion4 && /\.[cm]?tsx?$/.test(source.path)
  return [
    ...oldRequest(source, authorize),
    ...(typed ? typeCredentials(source, authorize, objectIn(own.get('credentials'))) : []),
  ]
}

/** `authorize(credentials, req)` of version 4 was passed headers, query and body as plain objects; here it is a `Request`. */
function oldRequest({ text }: Source, authorize: FunctionNode): Finding[] {
  const request = authorize.params[1]
  if (request?.type !== 'Identifier') return []
  const { start, end } = place(authorize)
  const use = new RegExp(
    `\\b${request.name}\\??\\.(headers\\??\\.?\\[|headers\\??\\.(?!get\\b|has\\b)\\w|query|body|method\\b)`,
  )
  const found = use.exec(text.slice(start, end))
  if (!found) return []
  const note =
    '`authorize` is passed a `Request`: read headers with `.headers.get(…)`, the query with `new URL(request.url).searchParams`; the form is the first argument'
  return [{ start: start + found.index, note, importance: 'first' }]
}

/** Types each field as a text, as version 4 did. Here the type is open, because an application's own code may pass anything. */
function typeCredentials(
  source: Source,
  authorize: FunctionNode,
  fields: ObjectExpression | undefined,
): Edit[] {
  const [credentials] = authorize.params
  if (credentials?.type !== 'Identifier') return []
  if (credentials.typeAnnotation) return alwaysThere(source, credentials)
  const names = fields ? [...readProperties(fields).keys()] : []
  if (names.length === 0 || names.length !== fields?.properties.length) return []
  const { text } = source
  const { start, end } = place(credentials)
  const quote = quoteIn(text)
  const type = `Record<${names.map((name) => `${quote}${name}${quote}`).join(' | ')}, string>`
  // `credentials => …` has no parentheses to write a type into.
  const isBare =
    authorize.type === 'ArrowFunctionExpression' && !/\(\s*$/.test(text.slice(0, start))
  const typed = `${credentials.name}: ${type}`
  const change = 'fields of authorize typed as the texts that they are'
  return [{ start, end, text: isBare ? `(${typed})` : typed, change }]
}

/** Edits for `Record<'email', string> | undefined`: here there are always credentials. */
function alwaysThere({ text }: Source, { typeAnnotation }: Identifier): Edit[] {
  const type =
    typeAnnotation?.type === 'TSTypeAnnotation' ? typeAnnotation.typeAnnotation : undefined
  if (type?.type !== 'TSUnionType') return []
  const others = type.types.filter((one) => one.type !== 'TSUndefinedKeyword')
  if (others.length === type.types.length) return []
  const words = others.map((one) => text.slice(place(one).start, place(one).end)).join(' | ')
  return [{ ...place(type), text: words, change: 'credentials of authorize are always there' }]
}
