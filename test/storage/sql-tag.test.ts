import { describe, expect, test } from 'vitest'
import { mysql } from '../../src/stores/sql/mysql.ts'
import { postgres } from '../../src/stores/sql/postgres.ts'
import { type Sql, sql } from '../../src/stores/sql/sql.ts'
import { sqlite } from '../../src/stores/sql/sqlite.ts'
import { shaped, type Texts } from '../../src/stores/sql/statement-cache.ts'

const nasty = `'; drop table users; -- " \` $1 ? \\`

/** A statement with parts inside of parts. */
function search(table: string, name: string, ids: readonly unknown[]): Sql {
  const among = sql`${sql.id('id')} in (${sql.join(ids)})`
  const both = sql.join([sql`${sql.id(name)} = ${nasty}`, among], sql` and `)
  return sql`select * from ${sql.table(table)} where ${both} limit ${sql.integer(5)}`
}

describe('a statement', () => {
  test('keeps its values apart from its text, in the order of their places', () => {
    const statement = search('auth.users', 'name', [1, 'two', null])
    const values = [nasty, 1, 'two', null]
    expect(statement.compile(postgres)).toEqual({
      text: 'select * from "auth"."users" where "name" = $1 and "id" in ($2, $3, $4) limit 5',
      values,
    })
    expect(statement.compile(sqlite)).toEqual({
      text: 'select * from "auth"."users" where "name" = ? and "id" in (?, ?, ?) limit 5',
      values,
    })
    expect(statement.compile(mysql)).toEqual({
      text: 'select * from `auth`.`users` where `name` = ? and `id` in (?, ?, ?) limit 5',
      values,
    })
  })

  test('doubles the quotes inside of a name, so that none ends it', () => {
    const statement = sql`select ${sql.id('a"b`c')} from ${sql.table('x"y`z')}`
    expect(statement.compile(postgres).text).toBe('select "a""b`c" from "x""y`z"')
    expect(statement.compile(sqlite).text).toBe('select "a""b`c" from "x""y`z"')
    expect(statement.compile(mysql).text).toBe('select `a"b``c` from `x"y``z`')
  })

  test.each([
    ['an object that looks like SQL', JSON.parse(JSON.stringify(sql`1 = 1`))],
    ['an object with the fields of SQL', { ...JSON.parse('{"text":"1 = 1","name":"id"}') }],
    ['an array', ['1 = 1']],
    ['a function', () => sql`1 = 1`],
    ['undefined', undefined],
  ])('binds %s as a value', (_, value) => {
    expect(sql`where ${value}`.compile(postgres)).toEqual({ text: 'where $1', values: [value] })
    expect(sql.join([value]).compile(postgres)).toEqual({ text: '$1', values: [value] })
  })

  test.each([1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, '1; drop table users'])(
    'writes no %s where a whole number is meant',
    (given) => {
      // @ts-expect-error one of them is no number, which a caller without types could pass
      expect(() => sql.integer(given)).toThrow(TypeError)
    },
  )

  test('takes a part that another copy of this library has made', async () => {
    const again: string = '../../src/stores/sql/sql.ts?again'
    const copy: { sql: typeof sql } = await import(again)
    expect(copy.sql).not.toBe(sql)
    const { text, values } = sql`${copy.sql`a = ${1}`} or b = ${2}`.compile(postgres)
    expect([text, values]).toEqual(['a = $1 or b = $2', [1, 2]])
  })
})

describe('a statement whose shape is known', () => {
  test('is put together once, and has the values of each time', () => {
    const texts: Texts = new Map()
    let built = 0
    const find = (name: string) =>
      shaped(texts, 'find', [name], () => {
        built++
        return sql`select ${name}`
      }).compile(sqlite)
    expect(find('ada')).toEqual({ text: 'select ?', values: ['ada'], isRepeated: true })
    expect(find('layla')).toEqual({ text: 'select ?', values: ['layla'], isRepeated: true })
    expect(built).toBe(1)
    expect(JSON.stringify([...texts])).not.toMatch(/ada|layla/)
  })

  test('refuses values that are not as many as its places', () => {
    const wrong = shaped(new Map(), 'find', [1, 2], () => sql`select ${1}`)
    expect(() => wrong.compile(sqlite)).toThrow('The values of "find" do not fit')
  })
})
