import type { Function as FunctionNode, Node, ObjectExpression, Statement } from '@babel/types'
import { isFunction, returnedValues, unwrap } from './configurations.ts'
import { objectIn, type Property, readProperties, writtenValue } from './properties.ts'
import { type Edit, type Finding, place, type Source, walk } from './source.ts'

/** Findings about callbacks that mean something else here: notes for a person, and edits of empty tokens, which ended a session. */
export function judgeCallbacks(source: Source, configuration: ObjectExpression): Finding[] {
  const callbacks = objectIn(readProperties(configuration).get('callbacks'))
  if (!callbacks) return []
  return [...readProperties(callbacks)].flatMap(([name, property]) => {
    const written = functionIn(property)
    if (!written) return []
    const at = { start: place(property).start }
    const notes = [
      ...(mayReturnNothing(written) ? [nothing(name)] : []),
      ...(name === 'signIn' ? refusals(source, written) : []),
      ...(name === 'jwt' && refreshes(source, written) ? [refreshed] : []),
    ]
    const isToken = name === 'jwt'
    return [...notes.map((note) => ({ ...at, note })), ...(isToken ? emptyTokens(written) : [])]
  })
}

const refreshed =
  '`callbacks.jwt` refreshes the tokens of a platform: requests at once refresh several times, and a platform that rotates refresh tokens ends them all. `accessToken()` refreshes once'

/** True if `callbacks.jwt` looks the token up at each read: it awaits something, or returns the call of a function. */
export function needsEveryRead(configuration: ObjectExpression): boolean {
  const own = readProperties(configuration)
  const jwt = readProperties(objectIn(own.get('callbacks')) ?? configuration).get('jwt')
  const written = jwt && own.has('callbacks') ? functionIn(jwt) : undefined
  if (!written || isStored(own)) return false
  return waits(written) || returnedValues(written).some((one) => one && isCall(one))
}

/** True if sessions are in the database, where no token is made. */
function isStored(own: Map<string, Property>): boolean {
  const session = objectIn(own.get('session'))
  const strategy = session && writtenValue(readProperties(session).get('strategy'))
  if (strategy?.type === 'StringLiteral') return strategy.value === 'database'
  return own.has('adapter') && !strategy
}

function isCall(node: Node): boolean {
  const value = unwrap(node)
  return value.type === 'CallExpression' && value.callee.type === 'Identifier'
}

/** True if a callback asks a platform for new tokens. */
function refreshes({ text }: Source, written: FunctionNode): boolean {
  const { start, end } = place(written)
  return (
    /refresh_?token/i.test(text.slice(start, end)) &&
    /\bexpires|\bexpiry|Date\.now/i.test(text.slice(start, end))
  )
}

/** In Auth.js, `return {}` left a session without a user, as good as signed out. Here the session would go on. */
function emptyTokens(written: FunctionNode): Edit[] {
  return returnedValues(written).flatMap((value) => {
    const inner = value && unwrap(value)
    if (inner?.type !== 'ObjectExpression' || inner.properties.length > 0) return []
    const { start, end } = place(value ?? inner)
    return { start, end, text: 'null', change: '`{}` of callbacks.jwt → null, which signs out' }
  })
}

function nothing(name: string): string {
  return name === 'signIn'
    ? '`callbacks.signIn` may return nothing, which refuses the sign-in: return `true`, `false` or an address'
    : `\`callbacks.${name}\` may return nothing: return a value on every way`
}

function functionIn(property: Property): FunctionNode | undefined {
  const value = writtenValue(property)
  return value && isFunction(value) ? value : undefined
}

function mayReturnNothing(written: FunctionNode): boolean {
  const { body } = written
  if (body.type !== 'BlockStatement') return false
  return returnedValues(written).includes(undefined) || !alwaysEnds(body)
}

/** True if nothing after a statement can run. */
function alwaysEnds(statement: Statement | null | undefined): boolean {
  switch (statement?.type) {
    case 'ReturnStatement':
    case 'ThrowStatement':
      return true
    case 'BlockStatement':
      return statement.body.some(alwaysEnds)
    case 'IfStatement':
      return alwaysEnds(statement.consequent) && alwaysEnds(statement.alternate)
    case 'TryStatement':
      return (
        alwaysEnds(statement.finalizer) ||
        (alwaysEnds(statement.block) && (!statement.handler || alwaysEnds(statement.handler.body)))
      )
    case 'SwitchStatement':
      return (
        statement.cases.some(({ test }) => !test) &&
        alwaysEnds(statement.cases.at(-1)?.consequent.at(-1))
      )
    default:
      return false
  }
}

/** In Auth.js, any truthy value let people in; here only `true` and an address do. */
function refusals({ text }: Source, written: FunctionNode): string[] {
  return returnedValues(written).flatMap((value) => {
    if (!value || isVerdict(value)) return []
    const { start, end } = place(value)
    const said = text.slice(start, end).replace(/\s+/g, ' ').slice(0, 60)
    return `\`callbacks.signIn\` returns \`${said}\`: only \`true\` or an address lets people in`
  })
}

const comparison = /^([!=]==?|[<>]=?|in|instanceof)$/

/** True if a value is surely true, false or a text. */
function isVerdict(node: Node): boolean {
  const value = unwrap(node)
  switch (value.type) {
    case 'BooleanLiteral':
    case 'StringLiteral':
    case 'TemplateLiteral':
      return true
    case 'UnaryExpression':
      return value.operator === '!'
    case 'BinaryExpression':
      return comparison.test(value.operator)
    case 'LogicalExpression':
      return isVerdict(value.left) && isVerdict(value.right)
    case 'ConditionalExpression':
      return isVerdict(value.consequent) && isVerdict(value.alternate)
    case 'CallExpression':
      return value.callee.type === 'Identifier' && value.callee.name === 'Boolean'
    default:
      return false
  }
}

function waits({ body }: FunctionNode): boolean {
  let found = false
  walk(body, (node) => {
    if (node.type === 'AwaitExpression') found = true
    return !found && !isFunction(node)
  })
  return found
}
