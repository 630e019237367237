import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type DefaultTheme, defineConfig, type MarkdownRenderer, type UserConfig } from 'vitepress'
import { background, further, type Group, guides, tasks } from '../outline.ts'
import { type Page, readPages, root } from '../pages.ts'
import { searchOptions, sectionsToIndex } from '../search.ts'
import { slug } from '../slug.ts'

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

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
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: '/pictures/mark.svg' }]],
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
    logo: { src: '/pictures/mark.svg', alt: '' },
    nav: [
      { text: 'Start', link: '/' },
      { text: 'Guides', link: '/development' },
      { text: 'Tasks', link: '/tasks/' },
      { text: 'Platforms', link: '/providers/' },
      { text: 'Help', link: '/troubleshooting' },
      { text: 'Reference', link: '/reference' },
      { text: version, link: '/changelog' },
    ],
    footer: {
      message:
        'MIT License. <a href="/not-included.html">What Portico does not do</a> · <a href="/glossary.html">Glossary</a>',
    },
    sidebar: {
      '/tasks/': sidebar(tasks()),
      '/': sidebar([...guides, ...further(), ...background]),
    },
    outline: [2, 4],
    search: {
      provider: 'local',
      options: {
        miniSearch: searchOptions,
        detailedView: true,
        _render: sectionsToIndex,
      },
    },
  },
})

export default config
