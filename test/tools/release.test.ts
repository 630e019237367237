import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const houses: string[] = []

afterAll(() => {
  for (const house of houses) rmSync(house, { recursive: true })
})

const manifest = {
  name: '@acme/door',
  version: '1.2.3',
  license: 'MIT',
  description: 'A door',
  type: 'module',
  files: ['dist'],
  scripts: { build: 'node build.mjs', prepack: 'exit 1' },
  dependencies: { hinge: '^2.0.0', lock: '^3.0.0' },
  peerDependencies: { '@acme/bell': '>=7' },
  peerDependenciesMeta: { '@acme/bell': { optional: true } },
  devDependencies: { hammer: '1.0.0' },
}

const integrity = (text: string) =>
  `sha512-${createHash('sha512').update(text).digest('base64')}` as const

const locked = (version: string, rest: object = {}) => ({
  version,
  license: 'MIT',
  integrity: integrity(version),
  ...rest,
})

/** Two screws of the same version lie in two places, a third version is somebody's own. */
const packages = {
  '': manifest,
  'node_modules/hinge': locked('2.1.0', { dependencies: { screw: '^1.0.0' } }),
  'node_modules/hinge/node_modules/screw': locked('1.0.0'),
  'node_modules/lock': locked('3.0.1', {
    license: '(MIT OR Apache-2.0)',
    dependencies: { screw: '^1.0.0', hinge: '^2.0.0' },
    optionalDependencies: { 'not-on-this-system': '1.0.0' },
  }),
  'node_modules/lock/node_modules/screw': locked('1.0.0'),
  'node_modules/screw': locked('0.9.0', { dev: true }),
  'node_modules/@acme/bell': locked('7.7.7', { dev: true, dependencies: { screw: '0.9.0' } }),
  'node_modules/hammer': locked('1.0.0', { dev: true }),
}

function git(house: string, ...options: string[]) {
  const who = ['-c', 'user.name=Ada', '-c', 'user.email=ada@people.test']
  execFileSync('git', [...who, '-c', 'commit.gpgsign=false', ...options], { cwd: house })
}

function build(changes: object = {}, tree: object = packages): string {
  const house = mkdtempSync(join(tmpdir(), 'portico-release-'))
  houses.push(house)
  const write = (file: string, text: string) => writeFileSync(join(house, file), text)
  write('package.json', JSON.stringify({ ...manifest, ...changes }))
  write('package-lock.json', JSON.stringify({ lockfileVersion: 3, packages: tree }))
  write(
    'build.mjs',
    `import { mkdirSync, writeFileSync } from 'node:fs'
    mkdirSync('dist', { recursive: true })
    writeFileSync('dist/index.js', 'export const door = 1')`,
  )
  git(house, 'init', '--quiet')
  git(house, 'add', '.')
  git(house, 'commit', '--quiet', '--message', 'a door')
  return house
}

function release(house: string, options: string[] = ['--dry-run'], env: NodeJS.ProcessEnv = {}) {
  const { GITHUB_ACTIONS, GITHUB_WORKFLOW_REF, ...rest } = process.env
  const program = join(root, 'tools/release.mjs')
  const result = spawnSync(process.execPath, [program, house, ...options], {
    encoding: 'utf8',
    env: { ...rest, ...env },
  })
  return { passes: result.status === 0, says: result.stdout, complains: result.stderr }
}

function read(house: string, file: string): string {
  return readFileSync(join(house, 'release', file), 'utf8')
}

const bom = 'acme-door-1.2.3.cdx.json'

interface Component {
  'bom-ref': string
  purl: string
  scope: string
  [name: string]: unknown
}

const componentOf = (house: string, purl: string): Component =>
  JSON.parse(read(house, bom)).components.find((one: Component) => one.purl === purl)

describe('a dry run', () => {
  test('leaves the package, what is in it, and checksums that hold', () => {
    const house = build()
    const { passes, says, complains } = release(house)
    expect(passes, complains).toBe(true)
    const sums = read(house, 'SHA256SUMS').trim().split('\n')
    expect(sums.map((line) => line.split('  ')[1])).toEqual(['acme-door-1.2.3.tgz', bom])
    for (const line of sums) {
      const [sum, file = ''] = line.split('  ')
      const content = readFileSync(join(house, 'release', file))
      expect(createHash('sha256').update(content).digest('hex')).toBe(sum)
      expect(says).toContain(line)
    }
  })

  test('says what it would publish, and publishes nothing', () => {
    const { says } = release(build())
    expect(says).toContain('@acme/door 1.2.3: 2 files')
    expect(says).toContain('npm publish ./release/acme-door-1.2.3.tgz --provenance')
    expect(says).toContain('nothing was published')
  })

  test('clears what an earlier run left, and git ignores its folder', () => {
    const house = build()
    release(house)
    writeFileSync(join(house, 'release', 'old.tgz'), '')
    release(house)
    expect(existsSync(join(house, 'release', 'old.tgz'))).toBe(false)
    const status = execFileSync('git', ['status', '--short'], { cwd: house, encoding: 'utf8' })
    expect(status).not.toContain('release')
  })

  test('done twice gives the same files', () => {
    const house = build()
    release(house)
    const first = read(house, 'SHA256SUMS')
    release(house)
    expect(read(house, 'SHA256SUMS')).toBe(first)
  })
})

describe('the packages of a workspace', () => {
  const bell = {
    name: 'acme-bell',
    version: '1.2.3',
    license: 'MIT',
    files: ['dist'],
    dependencies: { screw: '1.0.0' },
  }

  /** A house with one more package, which has a screw of its own. */
  function buildTwo(version = bell.version): string {
    const own = { 'packages/bell': bell, 'packages/bell/node_modules/screw': locked('1.0.0') }
    const house = build({ workspaces: ['packages/*'] }, { ...packages, ...own })
    mkdirSync(join(house, 'packages/bell/dist'), { recursive: true })
    const manifest = JSON.stringify({ ...bell, version })
    writeFileSync(join(house, 'packages/bell/package.json'), manifest)
    writeFileSync(join(house, 'packages/bell/dist/index.js'), 'export const bell = 1')
    return house
  }

  test('are packed, described and published with the first, and before it', () => {
    const house = buildTwo()
    const { passes, says, complains } = release(house)
    expect(passes, complains).toBe(true)
    const files = read(house, 'SHA256SUMS').trim().split('\n')
    expect(files.map((line) => line.split('  ')[1])).toEqual([
      'acme-door-1.2.3.tgz',
      bom,
      'acme-bell-1.2.3.tgz',
      'acme-bell-1.2.3.cdx.json',
    ])
    const { components } = JSON.parse(read(house, 'acme-bell-1.2.3.cdx.json'))
    expect(components.map(({ purl }: Component) => purl)).toEqual(['pkg:npm/screw@1.0.0'])
    expect(says).toMatch(
      /npm publish \.\/release\/acme-bell-1\.2\.3\.tgz .*\nnpm publish \.\/release\/acme-door-/,
    )
  })

  test('are refused in another version, before anything is made', () => {
    const house = buildTwo('1.2.2')
    const { passes, complains } = release(house)
    expect(passes).toBe(false)
    expect(complains).toContain('acme-bell is 1.2.2, and @acme/door is 1.2.3.')
    expect(existsSync(join(house, 'release'))).toBe(false)
  })
})

describe('the list of what is in it', () => {
  let house = ''
  beforeAll(() => {
    house = build()
    release(house)
  })

  test('has the form of CycloneDX 1.6', () => {
    const document = JSON.parse(read(house, bom))
    expect(document).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 })
    expect(document.serialNumber).toMatch(/^urn:uuid:[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/)
    expect(new Date(document.metadata.timestamp).toISOString()).toBe(document.metadata.timestamp)
    const all: Component[] = [document.metadata.component, ...document.components]
    expect(new Set(all.map((one) => one['bom-ref'])).size).toBe(all.length)
    for (const component of all) {
      expect(component).toMatchObject({ type: 'library', version: expect.any(String) })
      expect(component.name).not.toContain('/')
      expect(component.purl).toMatch(/^pkg:npm\/(%40\w+\/)?[\w.-]+@[\w.-]+$/)
      expect(component.hashes).toEqual([
        {
          alg: expect.stringMatching(/^SHA-(256|512)$/),
          content: expect.stringMatching(/^[\da-f]+$/),
        },
      ])
      expect(component.licenses).toHaveLength(1)
    }
  })

  test('describes the package itself by the hash of its file', () => {
    const { component } = JSON.parse(read(house, bom)).metadata
    const [sum] = read(house, 'SHA256SUMS').split(' ')
    expect(component).toMatchObject({
      group: '@acme',
      name: 'door',
      version: '1.2.3',
      purl: 'pkg:npm/%40acme/door@1.2.3',
      hashes: [{ alg: 'SHA-256', content: sum }],
    })
  })

  test('names what is installed, once each, and leaves out what only we use', () => {
    const { components } = JSON.parse(read(house, bom))
    expect(components.map(({ purl, scope }: Component) => `${scope} ${purl}`)).toEqual([
      'required pkg:npm/hinge@2.1.0',
      'required pkg:npm/screw@1.0.0',
      'required pkg:npm/lock@3.0.1',
      'optional pkg:npm/%40acme/bell@7.7.7',
    ])
  })

  test('takes hashes and licences from the lock file', () => {
    const content = createHash('sha512').update('2.1.0').digest('hex')
    expect(componentOf(house, 'pkg:npm/hinge@2.1.0')).toMatchObject({
      hashes: [{ alg: 'SHA-512', content }],
      licenses: [{ license: { id: 'MIT' } }],
    })
    expect(componentOf(house, 'pkg:npm/lock@3.0.1').licenses).toEqual([
      { expression: '(MIT OR Apache-2.0)' },
    ])
    expect(componentOf(house, 'pkg:npm/%40acme/bell@7.7.7').properties).toEqual([
      { name: 'npm:peerDependency', value: '>=7' },
    ])
  })

  test('says who needs whom', () => {
    expect(JSON.parse(read(house, bom)).dependencies).toEqual([
      {
        ref: 'pkg:npm/%40acme/door@1.2.3',
        dependsOn: ['pkg:npm/hinge@2.1.0', 'pkg:npm/lock@3.0.1', 'pkg:npm/%40acme/bell@7.7.7'],
      },
      { ref: 'pkg:npm/hinge@2.1.0', dependsOn: ['pkg:npm/screw@1.0.0'] },
      { ref: 'pkg:npm/screw@1.0.0', dependsOn: [] },
      {
        ref: 'pkg:npm/lock@3.0.1',
        dependsOn: ['pkg:npm/hinge@2.1.0', 'pkg:npm/screw@1.0.0'],
      },
    ])
  })

  test('names an optional peer that we do not install by the versions that are allowed', () => {
    const chime = { '@acme/bell': '>=7', chime: '>=2' }
    const peerDependenciesMeta = { ...manifest.peerDependenciesMeta, chime: { optional: true } }
    const larger = build({ peerDependencies: chime, peerDependenciesMeta })
    expect(release(larger).complains).toBe('')
    expect(componentOf(larger, 'pkg:npm/chime')).toEqual({
      type: 'library',
      'bom-ref': 'pkg:npm/chime',
      name: 'chime',
      scope: 'optional',
      purl: 'pkg:npm/chime',
      properties: [{ name: 'npm:peerDependency', value: '>=2' }],
    })
  })

  test('can be made of Portico itself, and names what is installed with it', () => {
    const script = `
      import { readFileSync } from 'node:fs'
      import { createSbom } from './tools/release/sbom.mjs'
      const read = (file) => JSON.parse(readFileSync(file, 'utf8'))
      const [manifest, lock] = ['package.json', 'package-lock.json'].map(read)
      const { components } = createSbom({ manifest, lock, sha256: '', timestamp: '' })
      const required = components.filter(({ scope }) => scope === 'required')
      console.log(required.map(({ purl }) => purl).join(' '))`
    const options = ['--input-type=module', '--eval', script]
    const says = execFileSync(process.execPath, options, { cwd: root, encoding: 'utf8' })
    expect(says).toMatch(/^pkg:npm\/oauth4webapi@[\d.]+\n$/)
  })

  test.each([
    ['license', 'hinge has no licence'],
    ['integrity', 'hinge has no integrity'],
  ])('stops the release if the lock file lacks %s, and says for which package', (field, why) => {
    const hinge = { ...packages['node_modules/hinge'], [field]: undefined }
    const poor = build({}, { ...packages, 'node_modules/hinge': hinge })
    const { passes, complains } = release(poor)
    expect(passes).toBe(false)
    expect(complains).toContain(why)
  })

  test('stops the release if the lock file is behind', () => {
    const poor = build({ dependencies: { ...manifest.dependencies, handle: '1.0.0' } })
    expect(release(poor).complains).toContain('package-lock.json lacks handle')
  })
})

describe('publishing', () => {
  const workflow = {
    GITHUB_ACTIONS: 'true',
    GITHUB_WORKFLOW_REF: 'acme/door/.github/workflows/publish.yml@refs/tags/v1.2.3',
    ACTIONS_ID_TOKEN_REQUEST_URL: 'https://token.test',
  }
  const other = 'acme/door/.github/workflows/test.yml@refs/tags/v1.2.3'
  const otherTag = workflow.GITHUB_WORKFLOW_REF.replace('v1.2.3', 'v1.2.4')

  test.each([
    ['on somebody’s machine', {}, 'Only .github/workflows/publish.yml publishes'],
    ['in another workflow', { ...workflow, GITHUB_WORKFLOW_REF: other }, 'Only .github/'],
    ['from another tag', { ...workflow, GITHUB_WORKFLOW_REF: otherTag }, 'The tag is not v1.2.3'],
    ['without an id token', { ...workflow, ACTIONS_ID_TOKEN_REQUEST_URL: '' }, 'id token'],
    ['without a repository', workflow, 'names no `repository`'],
  ])('is refused %s, before anything is made', (_, env, why) => {
    const house = build()
    const { passes, complains } = release(house, [], env)
    expect(passes).toBe(false)
    expect(complains).toContain(why)
    expect(existsSync(join(house, 'release'))).toBe(false)
  })

  test('the workflow pins its actions and holds no token of ours', () => {
    const text = readFileSync(join(root, '.github/workflows/publish.yml'), 'utf8')
    const actions = [...text.matchAll(/uses: (.+)/g)].map(([, action]) => action)
    expect(actions.length).toBeGreaterThan(2)
    // By their commits, because a tag can be moved; the version is there for people.
    for (const action of actions)
      expect(action).toMatch(/^actions\/[\w-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/)
    expect(text).toContain('id-token: write')
    expect(text).not.toContain('secrets.')
    expect(text).not.toMatch(/https?:/)
  })
})
