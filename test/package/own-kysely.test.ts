import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { node, root } from './installed.ts'

/** A folder of the consumer that has packages of ours besides, under the names that its application knows them by. */
function applicationWith(packages: Record<string, string>): string {
  const folder = join(inject('consumer'), `with-${Object.values(packages).join('-')}`)
  cpSync(join(inject('consumer'), 'own-kysely'), folder, { recursive: true })
  mkdirSync(join(folder, 'node_modules'))
  for (const [name, ours] of Object.entries(packages)) {
    const target = join(root, 'node_modules', ours)
    symlinkSync(target, join(folder, 'node_modules', name), 'junction')
  }
  return folder
}

// The package has none of its own: the application's, of whatever version, runs the statements.
test.each(['kysely', 'kysely029'])(
  'an application signs people in with its own %s',
  async (own) => {
    const folder = applicationWith({ kysely: own, libsql: 'libsql' })
    const { code, output, printed } = await node(['sign-in.ts'], { cwd: folder })
    expect(code, output).toBe(0)
    expect(JSON.parse(printed)).toMatchObject({
      session: { user: { name: 'ada' } },
      users: [{ name: 'ada' }],
    })
    const compilerOptions = {
      module: 'nodenext',
      target: 'es2023',
      strict: true,
      noEmit: true,
      // Those of Kysely are not ours to check.
      skipLibCheck: true,
      types: ['node'],
      typeRoots: [join(root, 'node_modules/@types')],
    }
    const project = { compilerOptions, include: ['*.ts'] }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(project))
    const tsc = join(root, 'node_modules/typescript7/bin/tsc')
    const compiled = await node([tsc, '--project', folder])
    expect(compiled.output).toBe('')
  },
)
