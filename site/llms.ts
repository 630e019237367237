import type { Group } from './outline.ts'
import type { Page } from './pages.ts'

/** `llms.txt`: what the pages are about, for programs that read; each leads to the page as plain Markdown. */
export function llmsText(pages: readonly Page[], groups: readonly Group[]): string {
  const byPath = new Map(pages.map((page) => [page.path, page]))
  const sections = groups.map(({ title, pages: paths }) => {
    const lines = paths.map((path) => {
      const page = byPath.get(path)
      if (!page) throw new Error(`The outline names ${path}, which is no page`)
      return `- [${page.title}](/${path}.md): ${page.summary}`
    })
    return `## ${title}\n\n${lines.join('\n')}`
  })
  return `# Portico

> Sign-in for TypeScript: TikTok and about 130 other platforms, email, passwords and passkeys, in five lines.

Every page is also there as plain Markdown: end its address with \`.md\` instead of \`.html\`.

${sections.join('\n\n')}
`
}
