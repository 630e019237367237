import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { frameworks } from '../../../src/cli/init/frameworks.ts'
import { startCommand } from '../../../src/cli/init/start-command.ts'
import { readTemplate } from '../../../src/cli/init/template.ts'

const root = join(import.meta.dirname, '../../..')
const guides = Object.keys(frameworks)

/** The lines of the first block of shell commands in a framework's guide. */
function commandsOf(name: string): string[] {
  const guide = readFileSync(join(root, `docs/frameworks/${name}.md`), 'utf8')
  const [, block = ''] = /^```sh\n(.*?)^```/ms.exec(guide) ?? []
  return block.trim().split('\n')
}

/** The scripts of an application as the framework's own generator writes it; the others have none. */
const generated: Readonly<Record<string, object>> = {
  nest: { 'start:dev': 'nest start --watch' },
}

describe('the guide to a framework', () => {
  test.each(guides)('has the commands from an empty folder to a page: %s', (name) => {
    const commands = commandsOf(name)
    expect(commands.join('\n')).toMatch(/^npm i (.* )?porticojs\b/m)
    expect(commands.join('\n')).toMatch(/^npx porticojs init\b/m)
  })

  test.each(guides)('starts the application as init says: %s', (name) => {
    const template = readTemplate(name)
    if (!template) throw new Error(`There is no template ${name}`)
    const { bundles, dev } = template
    const manifest = { scripts: generated[name] ?? (bundles ? { dev } : {}) }
    const said = startCommand(tmpdir(), manifest, template, dev)
    expect(said).toContain(commandsOf(name).at(-1))
  })
})

test('the guide to people says what Next needs to show that a session has ended', () => {
  const people = readFileSync(join(root, 'docs/people.md'), 'utf8')
  expect(people).toMatch(/`revalidatePath\('\/', 'layout'\)` before you redirect/)
})
