import { readProperties } from './properties.ts'
import { type Edit, findAll, place, type Source } from './source.ts'

/** Adds the id to `session.user = { name, email, image }`: here a session's user always has one, and the compiler demands it. */
export function completeUsers({ path, text, file }: Source): Edit[] {
  if (!/\.[cm]?tsx?$/.test(path) || !/next-auth|@auth\//.test(text)) return []
  return findAll(file.program, 'AssignmentExpression').flatMap(({ left, right }) => {
    const { start, end } = place(left)
    const written = text.slice(start, end)
    if (!/(^|\.)session\.user$/.test(written) || right.type !== 'ObjectExpression') return []
    const isWhole = right.properties.some(({ type }) => type === 'SpreadElement')
    if (isWhole || right.properties.length === 0 || readProperties(right).has('id')) return []
    const [first] = right.properties
    const at = place(first ?? right).start
    const change = 'session.user: id added, which every user has'
    return { start: at, end: at, text: `id: ${written}.id, `, change }
  })
}
