import type { Node } from '@babel/types'
import { isFunction } from '../configurations.ts'
import { readProperties, writtenValue } from '../properties.ts'
import type { Source } from '../source.ts'
import { textOf } from './draft.ts'
import type { NeededImports } from './needed-imports.ts'

interface Result {
  /** The second argument: `{ onSuccess, onError }`. */
  readonly options: Node | undefined
  /** True if `data` and `error` are taken out of the result. */
  readonly isDestructured: boolean
  readonly imports: NeededImports
}

/**
 * The code after a call that restores its result: Better Auth resolved to `{ data, error }` and called `onSuccess` and `onError`, ours
 * resolves to the result or rejects.
 */
export function resultOf(
  source: Source,
  { options, isDestructured, imports }: Result,
): { chain: string; isLeft: boolean } {
  const own = options?.type === 'ObjectExpression' ? readProperties(options) : new Map()
  const called = (name: string, given: string) => {
    const value = writtenValue(own.get(name))
    if (!value || !isFunction(value)) return undefined
    own.delete(name)
    const parameters = value.params.length > 0 ? `{ ${given} }` : ''
    // Outside of its object, a method must be written as a function.
    const method = value.type === 'ObjectMethod' ? /^(async )?[^(]+/ : /^$/
    return `(${textOf(source, value).replace(method, '$1function ')})(${parameters})`
  }
  const success = called('onSuccess', 'data')
  const failure = called('onError', 'error')
  const isLeft = Boolean(options) && (own.size > 0 || options?.type !== 'ObjectExpression')
  if (!isDestructured && !success && !failure) return { chain: '', isLeft }
  const isTyped = /\.([cm]?tsx?|svelte|vue)$/.test(source.path)
  if (isTyped && (failure || isDestructured)) imports.add('ClientError', 'porticojs/client', 'type')
  const error = isTyped ? '(error: ClientError)' : '(error)'
  if (isDestructured) {
    const onData = returning(success, '{ data, error: null }')
    return {
      chain: `.then((data) => ${onData}, ${error} => ${returning(failure, '{ data: null, error }')})`,
      isLeft,
    }
  }
  // A function without parameters can be passed as it is.
  const onSuccess = success?.endsWith('({ data })') ? `(data) => ${success}` : success?.slice(1, -3)
  const onError = failure && `${error} => ${failure}`
  const chain = onSuccess
    ? `.then(${[onSuccess, onError].filter(Boolean).join(', ')})`
    : `.catch(${onError})`
  return { chain, isLeft }
}

function returning(call: string | undefined, value: string): string {
  return call ? `{ ${call}; return ${value} }` : `(${value})`
}
