import type { Compiled, Sql, Statement } from './sql.ts'

/** The texts of statements by their shapes, and the number of values that each takes. */
export type Texts = Map<string, { text: string; count: number }>

/** The most texts to keep. Our shapes are few, but those with the application's columns vary. */
const mostTexts = 200

/** A statement whose text depends on its shape alone: the text is built once, and then only the values change. */
export function shaped(
  texts: Texts,
  shape: string,
  values: readonly unknown[],
  build: () => Sql,
): Statement {
  return {
    compile(notation) {
      const known = texts.get(shape) ?? remember(texts, shape, build().compile(notation))
      if (known.count !== values.length) throw new TypeError(`The values of "${shape}" do not fit`)
      return { text: known.text, values, isRepeated: true }
    },
  }
}

/** Keeps the text alone: no stored value stays here. */
function remember(texts: Texts, shape: string, { text, values }: Compiled) {
  const known = { text, count: values.length }
  if (texts.size >= mostTexts) texts.clear()
  texts.set(shape, known)
  return known
}

/** A statement that is compiled at its first use; the values in it only mark their places. */
export function compiledOnce(build: () => Statement): (values: readonly unknown[]) => Statement {
  let text: string | undefined
  return (values) => ({
    compile(notation) {
      text ??= build().compile(notation).text
      return { text, values, isRepeated: true }
    },
  })
}
