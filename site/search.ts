import type { DefaultTheme, MarkdownEnv } from 'vitepress'

/** How the search ranks what it finds; the same when the index is made and when it is asked. */
export const searchOptions: NonNullable<DefaultTheme.LocalSearchOptions['miniSearch']> = {
  searchOptions: {
    boost: { title: 8, titles: 2, text: 1 },
    prefix: true,
    fuzzy: 0.15,
    // A task answers a question; a page answers more of it than one of its sections; the reference answers who knows the name.
    boostDocument: (id: string, _term: string, stored?: Record<string, unknown>) =>
      (id.includes('/tasks/') ? 1.6 : id.includes('/reference') ? 0.4 : 1) *
      (Array.isArray(stored?.titles) && stored.titles.length > 0 ? 1 : 1.3),
  },
}

/** Pages that would hide the others: whoever looks for these names finds them by the sidebar. */
const left = /^(?:api|changelog|conformance|mutation|bench\/|examples\/)/

/** What of a page can be found. */
export function sectionsToIndex(
  source: string,
  env: MarkdownEnv,
  markdown: { render(source: string, env: MarkdownEnv): string },
): string {
  const { relativePath: path } = env
  if (left.test(path)) return ''
  // All platforms have the same sections; only their names tell them apart.
  const isPlatform = path.startsWith('providers/') && path !== 'providers/index.md'
  return markdown.render(isPlatform ? (source.split('\n## ')[0] ?? '') : source, env)
}
