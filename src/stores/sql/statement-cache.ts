import type { CompiledQuery, QueryExecutorProvider, RawBuilder } from 'kysely'

/** Something that a connection can run. */
export interface Statement {
  compile(db: QueryExecutorProvider): CompiledQuery<unknown>
}

/** What statements of each shape say. */
export type Texts = Map<string, CompiledQuery<unknown>>

/** Statements of ours have few shapes; those with the application's columns differ, so the number is bounded. */
const mostTexts = 200

/** A statement whose text follows from its shape alone: it is put together once, and afterwards only its values change. */
export function shaped(
  texts: Texts,
  shape: string,
  parameters: readonly unknown[],
  build: () => RawBuilder<unknown>,
): Statement {
  return {
    compile(db) {
      const known = texts.get(shape) ?? remember(texts, shape, build().compile(db))
      if (known.parameters.length !== parameters.length)
        throw new TypeError(`The values of "${shape}" do not fit`)
      return { ...known, parameters }
    },
  }
}

function remember<T>(texts: Map<string, T>, shape: string, text: T): T {
  if (texts.size >= mostTexts) texts.clear()
  texts.set(shape, text)
  return text
}
