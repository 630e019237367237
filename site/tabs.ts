/** A title in bold, and the code that it is about. */
const titled = /^\*\*([^*\n]+)\*\*\n\n(```+)(\w+)\n([\s\S]*?)^\2\n\n?/gm

/** Two of them, or more, one after the other. */
const several = new RegExp(`(?:${titled.source.replace('\\2', '```+')}){2,}`, 'gm')

/** Blocks of code under titles in bold, which anybody can read, as tabs with these titles. */
export function withTabs(text: string): string {
  return text.replaceAll(
    several,
    (blocks) =>
      `::: code-group\n\n${blocks.replaceAll(titled, (_, title, fence, language, code) => `${fence}${language} [${title}]\n${code}${fence}\n\n`)}:::\n\n`,
  )
}
