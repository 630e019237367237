import type { Node, ObjectExpression, ObjectMethod, ObjectProperty } from '@babel/types'
import { unwrap } from './configurations.ts'
import { type Edit, place } from './source.ts'

/** A property of an object, or a method of it. */
export type Property = ObjectProperty | ObjectMethod

/** The properties of an object that have plain names. */
export function readProperties(object: ObjectExpression): Map<string, Property> {
  const properties = new Map<string, Property>()
  for (const one of object.properties) {
    if (one.type === 'SpreadElement' || one.computed) continue
    if (one.key.type === 'Identifier') properties.set(one.key.name, one)
    if (one.key.type === 'StringLiteral') properties.set(one.key.value, one)
  }
  return properties
}

/** The value of a property; of a method the method itself. */
export function writtenValue(property: Property | undefined): Node | undefined {
  if (property?.type === 'ObjectProperty') return unwrap(property.value)
  return property
}

/** The object that a property holds, if it is written there. */
export function objectIn(property: Property | undefined): ObjectExpression | undefined {
  const value = writtenValue(property)
  return value?.type === 'ObjectExpression' ? value : undefined
}

/** A property to remove, and the change to report. */
export interface Removal {
  readonly property: Property
  readonly change: string
}

/** Removes properties, each with its comma, and with its lines if nothing else is on them. */
export function removeProperties(
  text: string,
  { properties }: ObjectExpression,
  removals: readonly Removal[],
): Edit[] {
  const isRemoved = (one: Node | undefined) => removals.some(({ property }) => property === one)
  return removals.map(({ property, change }) => {
    const { start, end } = place(property)
    const index = properties.indexOf(property)
    const next = properties[index + 1]
    const own = ownLines(text, start, end, next !== undefined)
    if (own) return { ...own, text: '', change }
    if (next)
      return {
        start,
        end: beforeComment(text, afterComma(text, end), place(next).start),
        text: '',
        change,
      }
    const previous = properties[index - 1]
    // If the previous property is removed, too, its comma goes with it.
    if (previous && !isRemoved(previous)) {
      return { start: place(previous).end, end, text: '', change }
    }
    return { start, end: afterComma(text, end), text: '', change }
  })
}

/** The lines of a property that shares them with nothing but its comma and a comment. */
function ownLines(
  text: string,
  start: number,
  end: number,
  needsComma: boolean,
): { start: number; end: number } | undefined {
  const before = /(?:^|\n)[^\S\n]*$/.exec(text.slice(0, start))
  const after = /^[^\S\n]*(,?)[^\S\n]*(?:\/\/[^\n]*)?(?:\n|$)/.exec(text.slice(end))
  // A comma may stand before the next property instead.
  if (!before || !after || (needsComma && !after[1])) return undefined
  const lineStart = before[0].startsWith('\n') ? before.index + 1 : before.index
  return { start: lineStart, end: end + after[0].length }
}

/** The beginning of a comment before the next property: the comment stays. */
function beforeComment(text: string, from: number, next: number): number {
  const between = text.slice(from, next)
  const comment = between.search(/\/[/*]/)
  return comment < 0 ? next : from + comment
}

function afterComma(text: string, end: number): number {
  const comma = /^(?:\s|\/\*.*?\*\/|\/\/[^\n]*\n)*,/s.exec(text.slice(end))
  return end + (comma?.[0].length ?? 0)
}

/** Puts properties first, so that later spreads still override them. */
export function addProperties(
  text: string,
  object: ObjectExpression,
  properties: readonly string[],
  change: string,
): Edit {
  const { start: open, end: close } = place(object)
  const start = open + 1
  if (object.properties.length === 0) {
    return { start, end: close - 1, text: ` ${properties.join(', ')} `, change }
  }
  const isSpread = /^[^\S\n]*\n/.test(text.slice(start))
  const [indent = ''] = /[^\S\n]*$/.exec(text.slice(0, firstLine(text, object))) ?? []
  const before = isSpread ? `\n${indent}` : ' '
  return { start, end: start, text: properties.map((one) => `${before}${one},`).join(''), change }
}

/** The beginning of an object's first line that is not empty. */
function firstLine(text: string, object: ObjectExpression): number {
  const inside = place(object).start + 1
  return inside + (/\S/.exec(text.slice(inside))?.index ?? 0)
}
