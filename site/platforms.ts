import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './pages.ts'

/** What the search for platforms knows, read from the page that has it without a site (`tools/provider-docs.mjs`). */
export interface PlatformList {
  abilities: { id: string; filter: string; fact: string }[]
  platforms: { id: string; name: string; gives: string[] }[]
}

/** The catalogue as the search shows it. */
export function readPlatforms(): PlatformList {
  const html = readFileSync(join(root, 'docs/providers/index.html'), 'utf8')
  const rows = Array.from(
    html.matchAll(
      /<li data-gives="([^"]*)">.*?<a href="([\w-]+)\.md">([^<]+)<\/a>.*?<small>([^<]*)<\/small>/g,
    ),
    ([, gives = '', id = '', name = '', facts = '']) => ({
      id,
      name: name.replaceAll('&amp;', '&').replaceAll('&#39;', "'"),
      gives: gives.split(' ').filter((word) => word !== ''),
      facts: facts.split(' · '),
    }),
  )
  const facts = new Map(
    rows.flatMap((row) => row.gives.map((id, n): [string, string] => [id, row.facts[n] ?? ''])),
  )
  const filters = html.matchAll(/<input type="checkbox" value="(\w+)">([^<]+)/g)
  return {
    abilities: Array.from(filters, ([, id = '', filter = '']) => ({
      id,
      filter,
      fact: facts.get(id) ?? filter,
    })),
    platforms: rows.map(({ id, name, gives }) => ({ id, name, gives })),
  }
}

/** The overview with its search in place of its table. */
export function withSearch(overview: string): string {
  return overview
    .replace(/ To search and filter, open\s`\S+` of\sthe repository in a browser\./, '')
    .replace(/\n\n/, '\n\n<PlatformSearch />\n\n')
    .replace(/^\| platform \|[\s\S]*$/m, '')
}
