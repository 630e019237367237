import type { Function as FunctionNode, Node, ObjectExpression, Statement } from '@babel/types'
import { isFunction, returnedValues, unwrap } from './configurations.ts'
import { objectIn, type Property, readProperties, writtenValue } from './properties.ts'
import { type Note, place, type Source, walk } from './source.ts'

/** Callbacks that mean something else here, which only a person can judge. */
export function judgeCallbacks(source: Source, configuration: ObjectExpression): Note[] {
  const callbacks = objectIn(readProperties(configuration).get('callbacks'))
  if (!callbacks) return []
  return [...readProperties(callbacks)].flatMap(([name, property]) => {
    const written = functionIn(property)
    if (!written) return []
    const at = { start: place(property).start }
    const notes = [
      ...(mayReturnNothing(written) ? [nothing(name)] : []),
      ...(name === 'signIn' ? refusals(source, written) : []),
      ...(name === 'jwt' && waits(written) ? [jwtRunsLess] : []),
    ]
    return notes.map((note) => ({ ...at, note }))
  })
}

const jwtRunsLess =
  '`callbacks.jwt` looks something up: it runs at sign-in, at an update and once per `updateAge`, and no longer at each read. What must be fresh belongs into `callbacks.session`'

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

/** Whether no way leads past a statement. */
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

/** Anything true let people in at Auth.js; here only `true` and an address do. */
function refusals({ text }: Source, written: FunctionNode): string[] {
  return returnedValues(written).flatMap((value) => {
    if (!value || isVerdict(value)) return []
    const { start, end } = place(value)
    const said = text.slice(start, end).replace(/\s+/g, ' ').slice(0, 60)
    return `\`callbacks.signIn\` returns \`${said}\`: only \`true\` or an address lets people in`
  })
}

const comparison = /^([!=]==?|[<>]=?|in|instanceof)$/

/** Whether a value is surely true, false or a text. */
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
