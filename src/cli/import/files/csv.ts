import { usageError } from '../../command.ts'
import type { FileRow } from './file-row.ts'

/** The rows of a CSV file with a header (RFC 4180), each with the number of its first line. */
export async function* readCsv(chunks: AsyncIterable<string>): AsyncIterable<FileRow> {
  let header: string[] | undefined
  for await (const { line, fields } of readFields(chunks)) {
    if (!header) {
      header = fields.map((name) => name.replace(/^\uFEFF/, '').trim())
      const [other] = header.length === 1 ? (/[;\t|]/.exec(header[0] ?? '') ?? []) : []
      if (other)
        throw usageError(`Fields must stand between commas, not between ${JSON.stringify(other)}`)
    } else if (fields.length !== header.length)
      yield { line, problem: `has ${fields.length} fields, and the header has ${header.length}` }
    else yield { line, row: Object.fromEntries(header.map((name, place) => [name, fields[place]])) }
  }
}

interface Fields {
  readonly line: number
  readonly fields: string[]
}

async function* readFields(chunks: AsyncIterable<string>): AsyncIterable<Fields> {
  let fields: string[] = []
  let field = ''
  let isQuoted = false
  let wasQuote = false
  let line = 1
  let start = 1
  const end = (): Fields => {
    const row = { line: start, fields: [...fields, field] }
    ;[fields, field, start] = [[], '', line]
    return row
  }
  for await (const chunk of chunks) {
    for (const character of chunk) {
      if (character === '\n') line++
      if (wasQuote) {
        wasQuote = false
        if (character === '"') {
          field += '"'
          continue
        }
        isQuoted = false
      }
      if (isQuoted && character === '"') wasQuote = true
      else if (isQuoted) field += character
      else if (character === '"' && field === '') isQuoted = true
      else if (character === ',') {
        fields.push(field)
        field = ''
      } else if (character === '\n') {
        const isEmpty = fields.length === 0 && field.trim() === ''
        const row = end()
        if (!isEmpty) yield row
      } else if (character !== '\r') field += character
    }
  }
  if (fields.length > 0 || field !== '') yield end()
}
