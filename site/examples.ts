import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { type Page, root } from './pages.ts'

/** The example of a framework: what runs in `npm run test:frameworks`. */
export interface Example {
  /** Its folder in `examples/`, which is also the name of its guide. */
  name: string
  /** The framework's name, as its guide says it. */
  title: string
  /** Texts by their paths. */
  files: Record<string, string>
}

/** Every example that belongs to a framework, in the order of their names. */
export function readExamples(): Example[] {
  const listed = execFileSync('git', ['ls-files', 'examples'], { cwd: root, encoding: 'utf8' })
  const paths = listed.trim().split('\n')
  const names = new Set(paths.map((path) => path.split('/')[1] ?? ''))
  names.delete('demo')
  names.delete('mcp')
  names.delete('native')
  return [...names].map((name) => {
    const folder = `examples/${name}/`
    const own = paths.filter((path) => path.startsWith(folder))
    const guide = readFileSync(join(root, `docs/frameworks/${name}.md`), 'utf8')
    return {
      name,
      title: /^# (.+)$/m.exec(guide)?.[1] ?? name,
      files: Object.fromEntries(
        own.map((path) => [path.slice(folder.length), readFileSync(join(root, path), 'utf8')]),
      ),
    }
  })
}

/** A page for each example with all of its files, and one that lists them. */
export function examplePages(): Page[] {
  const examples = readExamples()
  const list = examples.map(({ name, title }) => `- [${title}](${name})`)
  const summary = 'A complete application for each framework, as it is tested.'
  return [
    page('index', 'Examples', summary, `${summary}\n\n${list.join('\n')}`),
    ...examples.map(({ name, title, files }) =>
      page(
        name,
        `${title} example`,
        `The complete application for ${title}, as it is tested.`,
        `Every file of the application. [The guide](../docs/frameworks/${name}.md) explains them.\n\n${Object.entries(files).map(block).join('\n\n')}`,
      ),
    ),
  ]
}

function page(name: string, title: string, summary: string, body: string): Page {
  const path = `examples/${name}`
  return { path, source: `${path}.md`, title, summary, text: `# ${title}\n\n${body}\n` }
}

function block([path, text]: [string, string]): string {
  const fence = text.includes('```') ? '````' : '```'
  return `## ${path}\n\n${fence}${extname(path).slice(1).replace('mjs', 'js')}\n${text.trimEnd()}\n${fence}`
}
