import { newModule } from './module-names.ts'
import type { Edit, Source } from './source.ts'

/** Moves `/// <reference types="next-auth" />` to our types. */
export function moveReferences({ text }: Source): Edit[] {
  const edits: Edit[] = []
  for (const found of text.matchAll(/^(\/\/\/\s*<reference\s+types=["'])([^"']+)/gm)) {
    const [, before = '', name = ''] = found
    const next = newModule(name)
    if (!next) continue
    const start = found.index + before.length
    edits.push({
      start,
      end: start + name.length,
      text: next.name,
      change: `${name} → ${next.name}`,
    })
  }
  return edits
}
