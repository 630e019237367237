import type { Comment } from '@babel/types'
import type { Property } from '../properties.ts'
import { place, type Source } from '../source.ts'
import type { Draft } from './draft.ts'

/** Moves an option, and keeps its comments above the first text that takes its place. */
export function withComments(
  draft: Draft,
  option: Property,
  source: Source,
  move: () => void,
): void {
  const before = textsOf(draft)
  move()
  const first = textsOf(draft).find((text) => !before.includes(text))
  if (!first) return
  const kept = [...draft.comments.values()].flat()
  const own = commentsAt(source, option).filter(
    (one) => !kept.includes(one) && !first.includes(textOf(source, one)),
  )
  draft.comments.set(first, [...own, ...(draft.comments.get(first) ?? [])])
}

/** The lines for a new text: its comments, and the text itself. */
export function linesOf(source: Source, { comments }: Draft, text: string): string[] {
  return [...(comments.get(text) ?? []).map((one) => textOf(source, one)), `${text},`]
}

function textsOf({ lines, providers, parts }: Draft): string[] {
  return [...lines, ...providers, ...parts]
}

function textOf({ text }: Source, comment: Comment): string {
  const { start, end } = place(comment)
  return text.slice(start, end)
}

/** The comments on the lines above an option, in it, and behind it. */
function commentsAt({ text, file }: Source, option: Property): Comment[] {
  const { start, end } = place(option)
  const above = (option.leadingComments ?? []).filter((one) =>
    /(^|\n)[^\S\n]*$/.test(text.slice(0, place(one).start)),
  )
  const others = (file.comments ?? []).filter((one) => {
    const at = place(one).start
    return at > start && (at < end || /^,?[^\S\n]*$/.test(text.slice(end, at)))
  })
  return [...above, ...others]
}
