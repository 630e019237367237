import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { placeOf, root } from './pages.ts'

/** Pages that stand together in the sidebar, in this order. */
export interface Group {
  title: string
  pages: string[]
}

/** The guides, in the order of a newcomer's day. One that stands nowhere else is shown at the end. */
export const guides: readonly Group[] = [
  {
    title: 'Start',
    pages: [
      'development',
      'frameworks/index',
      'protecting-pages',
      'sessions',
      'pages',
      'storage',
      'inspector',
      'glossary',
      'not-included',
    ],
  },
  {
    title: 'Ways to sign in',
    pages: [
      'google',
      'email',
      'passwords',
      'passkeys',
      'tiktok',
      'second-factor',
      'guests',
      'callbacks',
      'credentials',
      'methods',
    ],
  },
  {
    title: 'Frameworks',
    pages: frameworks(),
  },
  {
    title: 'In the browser',
    pages: [
      'browser/index',
      'browser/react',
      'browser/vue',
      'browser/svelte',
      'browser/solid',
      'browser/other-origins',
    ],
  },
  {
    title: 'Users, apps and programs',
    pages: [
      'people',
      'change-email',
      'operators',
      'native',
      'devices',
      'access-tokens',
      'jwt',
      'mcp',
      'typescript',
    ],
  },
  {
    title: 'Production',
    pages: [
      'configuration',
      'testing',
      'doctor',
      'troubleshooting',
      'errors',
      'scaling',
      'security',
      'known-attacks',
    ],
  },
  {
    title: 'Compare and move',
    pages: [
      'compare/first-hour',
      'compare/frameworks',
      'compare/authjs',
      'from-authjs',
      'compare/better-auth',
      'from-better-auth',
      'import',
    ],
  },
]

/** What is read less often. */
export const background: readonly Group[] = [
  {
    title: 'Why it is built this way',
    pages: ['index', 'state', 'pkce', 'sessions', 'linking', 'threat-model'].map(
      (name) => `why/${name}`,
    ),
  },
  {
    title: 'Reference',
    pages: [
      'reference',
      'api',
      'dependencies',
      'conformance',
      'providers-not-included',
      'changelog',
    ],
  },
  {
    title: 'Measured',
    pages: ['bench/index', 'bench/table', 'bench/load', 'bench/profiles', 'mutation'],
  },
  {
    title: 'Working on Portico',
    pages: ['architecture', 'contributing', 'examples/index'],
  },
]

/** The tasks, as their list has them. */
export function tasks(): Group[] {
  return [{ title: 'Tasks', pages: ['tasks/index'] }, ...groupsOf('docs/tasks/README.md')]
}

/** Guides that nobody has given a place yet. */
export function further(): Group[] {
  const listed = [...guides, ...tasks(), ...background].flatMap(({ pages }) => pages)
  const pages = globSync('docs/**/*.md', { cwd: root })
    .filter((file) => !file.startsWith('docs/providers/'))
    .map(placeOf)
    .filter((path) => !listed.includes(path))
    .sort()
  return pages.length > 0 ? [{ title: 'Further guides', pages }] : []
}

/** Everything that stands in a sidebar. */
export function allGroups(): Group[] {
  return [...guides, ...further(), ...tasks(), ...background]
}

/** The guides of the frameworks: those that most people use, then the others. */
function frameworks(): string[] {
  const first = [
    'next',
    'sveltekit',
    'nuxt',
    'astro',
    'react-router',
    'tanstack-start',
    'express',
    'hono',
  ]
  const names = globSync('docs/frameworks/*.md', { cwd: root }).map((file) => basename(file, '.md'))
  const rest = names.filter((name) => name !== 'README' && !first.includes(name)).sort()
  return [...first, ...rest].map((name) => `frameworks/${name}`)
}

/** The groups that a page of ours lists: its headings, and the links below each. */
function groupsOf(source: string): Group[] {
  const text = readFileSync(join(root, source), 'utf8')
  return text
    .split(/^## /m)
    .slice(1)
    .map((part) => ({
      title: part.split('\n', 1)[0] ?? '',
      pages: Array.from(part.matchAll(/^- \[[^\]]+\]\(([\w-]+\.md)\)/gm), ([, file = '']) =>
        placeOf(join(source, '..', file)),
      ),
    }))
}
