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

/** What a property says; a method says itself. */
export function writtenValue(property: Property | undefined): Node | undefined {
  if (property?.type === 'ObjectProperty') return unwrap(property.value)
  return property
}

/** The object that a property holds, if it is written there. */
export function objectIn(property: Property | undefined): ObjectExpression | undefined {
  const value = writtenValue(property)
  return value?.type === 'ObjectExpression' ? value : undefined
}

/** Takes a property out, with its comma, and with its lines where it has them to itself. */
export function removeProperty(
  text: string,
  object: ObjectExpression,
  property: Property,
  change?: string,
): Edit {
  const { start, end } = place(property)
  const said = change === undefined ? {} : { change }
  const before = /(?:^|\n)[^\S\n]*$/.exec(text.slice(0, start))
  const after = /^[^\S\n]*,?[^\S\n]*(?:\/\/[^\n]*)?(?:\n|$)/.exec(text.slice(end))
  if (before && after) {
    const lineStart = before[0].startsWith('\n') ? before.index + 1 : before.index
    return { start: lineStart, end: end + after[0].length, text: '', ...said }
  }
  const index = object.properties.indexOf(property)
  const next = object.properties[index + 1]
  if (next) return { start, end: place(next).start, text: '', ...said }
  const previous = object.properties[index - 1]
  return { start: previous ? place(previous).end : start, end, text: '', ...said }
}

/** Puts properties first, so that what is spread into the object later still counts. */
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

/** Where the first line of an object that says something begins. */
function firstLine(text: string, object: ObjectExpression): number {
  const inside = place(object).start + 1
  return inside + (/\S/.exec(text.slice(inside))?.index ?? 0)
}
