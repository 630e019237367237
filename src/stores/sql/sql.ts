/** The way in which a database writes names and marks the places of values. */
export interface Notation {
  /** A name that may hold any character. */
  quote(name: string): string
  /** The mark of the statement's first, second, … value. */
  placeholder(number: number): string
}

/** A statement as drivers take it: its text, and its values apart from it. */
export interface Compiled {
  readonly text: string
  readonly values: readonly unknown[]
  /** True if the same text is sent again and again: a server may keep it prepared. */
  readonly isRepeated?: boolean
  /** True if a commit that waits for the disk follows: this one need not wait. */
  readonly isFollowed?: boolean
}

/** Something that a connection can run. */
export interface Statement {
  compile(notation: Notation): Compiled
}

type Piece = string | { readonly name: string } | { readonly value: unknown }

// All copies of this library in a process share connections, and with them each other's SQL.
const pieces: unique symbol = Symbol.for('portico.sql')

/** A part of a statement, or a whole one. */
export interface Sql extends Statement {
  readonly [pieces]: readonly Piece[]
}

interface Tag {
  /** SQL as it is written. An `Sql` in it takes its place; every other value is bound and never becomes text. */
  (texts: TemplateStringsArray, ...parts: readonly unknown[]): Sql
  /** The quoted name of a column, or of whatever else has one. */
  id(name: string): Sql
  /** The quoted name of a table, which may have its schema before it: `auth.users`. */
  table(name: string): Sql
  /** Parts or values, separated by commas or by `separator`. */
  join(parts: readonly unknown[], separator?: Sql): Sql
  /** A whole number as text, where a database takes no value. */
  integer(number: number): Sql
  /** Text as it is, which must never come from outside. */
  raw(text: string): Sql
}

/** Writes SQL whose values stay apart from its text, in any notation. */
export const sql: Tag = Object.assign(
  (texts: TemplateStringsArray, ...parts: readonly unknown[]) =>
    create(texts.flatMap((text, place) => (place ? [...piecesOf(parts[place - 1]), text] : text))),
  {
    id: (name: string) => create([{ name }]),
    table: (name: string) => sql.join(name.split('.').map(sql.id), sql.raw('.')),
    join: (parts: readonly unknown[], separator: Sql = comma) =>
      create(
        parts.flatMap((part, place) => [...(place ? separator[pieces] : []), ...piecesOf(part)]),
      ),
    integer(number: number) {
      if (!Number.isSafeInteger(number)) throw new TypeError(`${number} is no whole number`)
      return create([String(number)])
    },
    raw: (text: string) => create([text]),
  },
)

const comma = create([', '])

function create(given: readonly Piece[]): Sql {
  return {
    [pieces]: given,
    compile({ quote, placeholder }) {
      const values: unknown[] = []
      const texts = given.map((piece) => {
        if (typeof piece === 'string') return piece
        return 'name' in piece ? quote(piece.name) : placeholder(values.push(piece.value))
      })
      return { text: texts.join(''), values }
    },
  }
}

function piecesOf(part: unknown): readonly Piece[] {
  return isSql(part) ? part[pieces] : [{ value: part }]
}

function isSql(part: unknown): part is Sql {
  return typeof part === 'object' && part !== null && pieces in part
}
