import type { Missing } from './mounts/mount.ts'
import type { OwnApplication } from './own-application.ts'
import { managerOf, startScript } from './start-command.ts'
import { compilerOptions } from './tsconfig.ts'

/** Settings of an application that do not work with the package, and what to set instead. */
export function settingsToChange(app: OwnApplication): Missing[] {
  return [...unknownVersion(app), ...moduleType(app), ...moduleResolution(app)]
}

function unknownVersion({
  folder,
  framework: { dependency, majors },
  major,
}: OwnApplication): Missing[] {
  if (!majors || major === undefined || majors.includes(major)) return []
  const known = majors.join(' and ')
  const about = `${dependency} ${major} is installed, and this package works with version ${known}`
  return [
    {
      path: 'package.json',
      about,
      lines: [`${managerOf(folder).add} ${dependency}@${majors.at(-1)}`],
    },
  ]
}

/** Node runs a file with `import` in it as a module only if package.json says so. */
function moduleType({ framework, manifest, isJavaScript }: OwnApplication): Missing[] {
  const script = startScript(manifest)
  const command = String(Object(manifest.scripts)[script ?? ''] ?? 'node')
  const isRunByNode = /(^|[\s/])node(\s|$)/.test(command)
  if (framework.bundles || isJavaScript || manifest.type === 'module' || !isRunByNode) return []
  const about = 'Node runs .ts files with imports as modules only if package.json says so'
  return [{ path: 'package.json', about, lines: ['npm pkg set type=module'] }]
}

/** The package's entry points are in `exports`, which TypeScript's oldest kinds of module resolution do not read. */
function moduleResolution({ folder, framework, beside }: OwnApplication): Missing[] {
  if (framework.bundles || !beside.includes('tsconfig.json')) return []
  const { module, moduleResolution: way } = compilerOptions(folder)
  const isOld = /^(node|node10|classic)$/i.test(String(way ?? ''))
  const isUnsaid = way === undefined && /^commonjs$/i.test(String(module ?? ''))
  if (!isOld && !isUnsaid) return []
  const about = 'let TypeScript find the entry points of packages'
  return [
    {
      path: 'tsconfig.json',
      about,
      lines: ['"module": "nodenext",', '"moduleResolution": "nodenext",'],
    },
  ]
}
