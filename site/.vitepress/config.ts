import { type DefaultTheme, defineConfig, type MarkdownRenderer, type UserConfig } from 'vitepress'
import { background, further, type Group, guides, tasks } from '../outline.ts'
import { type Page, readPages } from '../pages.ts'
import { searchOptions, sectionsToIndex } from '../search.ts'
import { slug } from '../slug.ts'

const titles = new Map(readPages().map((page: Page) => [page.path, page.title]))

function sidebar(groups: readonly Group[]): DefaultTheme.SidebarItem[] {
  return groups.map(({ title, pages }) => ({
    text: title,
    items: pages.map((path) => ({
      text: titles.get(path) ?? path,
      link: `/${path.replace(/(^|\/)index$/, '$1')}`,
    })),
  }))
}

/** A column without a name has no header cell: a screen reader would announce nothing. */
function withoutEmptyHeaders(markdown: MarkdownRenderer) {
  const { rules } = markdown.renderer
  rules.th_open = (tokens, index, options, _env, renderer) => {
    const isEmpty = tokens[index + 1]?.content === ''
    for (const token of isEmpty ? [tokens[index], tokens[index + 2]] : [])
      if (token) token.tag = 'td'
    return renderer.renderToken(tokens, index, options)
  }
}

const config: UserConfig<DefaultTheme.Config> = defineConfig({
  lang: 'en',
  title: 'Portico',
  description: 'Sign-in for TypeScript: TikTok and every other platform, in five lines',
  srcDir: 'pages',
  outDir: 'dist',
  cacheDir: 'node_modules/.vitepress',
  lastUpdated: false,
  // The bar gets its width beside a sidebar only when scripts run, and would jump.
  transformHtml: (html) =>
    html.includes('class="VPSidebar"')
      ? html.replace('class="VPNavBar"', 'class="VPNavBar has-sidebar"')
      : html,
  markdown: {
    anchor: { slugify: slug },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config: withoutEmptyHeaders,
  },
  themeConfig: {
    nav: [
      { text: 'Start', link: '/' },
      { text: 'Guides', link: '/configuration' },
      { text: 'Tasks', link: '/tasks/' },
      { text: 'Platforms', link: '/providers/' },
      { text: 'Errors', link: '/errors' },
      { text: 'Reference', link: '/reference' },
    ],
    sidebar: {
      '/tasks/': sidebar(tasks()),
      '/': sidebar([...guides, ...further(), ...background]),
    },
    outline: [2, 4],
    search: {
      provider: 'local',
      options: { miniSearch: searchOptions, _render: sectionsToIndex },
    },
  },
})

export default config
