import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { installedVersion } from './application/installed-version.ts'
import { packagesIn, readManifest } from './application/manifest.ts'
import { type CliContext, type Command, defineCommand, unknownName, usageError } from './command.ts'
import { planAddition } from './init/addition-plan.ts'
import { applyEdits } from './init/apply-edits.ts'
import { typedPath } from './init/configuration.ts'
import { planExample } from './init/example-plan.ts'
import { frameworks, frameworksAmong } from './init/frameworks.ts'
import { ignoreDatabase } from './init/git-ignore.ts'
import { ownApplication } from './init/own-application.ts'
import type { Plan } from './init/plan.ts'
import { signInAddress } from './init/sign-in-address.ts'
import { isWorkspace, managerOf, startCommand } from './init/start-command.ts'
import { summary } from './init/summary.ts'
import { readTemplate, type Template } from './init/template.ts'
import { foreignPlace, obstacle, writeNewFiles } from './own-file.ts'

/** Adds the sign-in to an application, or creates one from the matching example. */
export const init: Command = defineCommand({
  summary: 'Add the sign-in to your application, or begin one',
  about: `An empty folder gets the example of the framework. An application that has code of its own gets the
configuration and the route that serves it; changes to your files are shown first, and made if you say yes, or with
--yes. Where you can't be asked, they are only shown. Nothing that exists is overwritten, and nothing is written through a symbolic
link. Git is told to leave the database file out. The end says what is left to do, how to start, and where to sign in.`,
  options: {
    framework: {
      type: 'string',
      value: '<name>',
      about: 'next, sveltekit, express …; by default what package.json says',
    },
    providers: {
      type: 'string',
      value: '<ids>',
      about: 'exactly these, such as google,password; see npx porticojs providers',
    },
    file: {
      type: 'string',
      value: '<path>',
      about: 'where the configuration goes, if auth.ts is taken',
    },
    yes: { type: 'boolean', about: 'ask nothing, and change what can be changed' },
  },
  async run({ values }, context) {
    const { folder } = context
    const name = values.framework ?? recognised(folder)
    const template = readTemplate(name)
    if (!template) {
      const names = Object.keys(frameworks)
      throw unknownName('example for', name, names, `: there are ${names.join(', ')}`)
    }
    const wishes = {
      providers: await namedProviders(values.providers),
      file: values.file === undefined ? undefined : typedPath(values.file),
    }
    const app = ownApplication(folder, template)
    const plan = app
      ? planAddition(app, name, template, wishes)
      : planExample(folder, template, wishes)
    const files = writeFiles(context, plan)
    const { changed, left, notes } = await applyEdits(context, plan.edits, values.yes ?? false)
    const used = files.written.map((path) => plan.files[path] ?? '')
    const outcome = {
      framework: name,
      configuration: plan.configuration,
      ...files,
      changed,
      ignored: ignoreDatabase(folder, used),
      notes: [...files.notes, ...notes],
      left: [...left, ...plan.missing],
      install: installation(folder, plan, files.written),
      production: mailInstallation(folder, plan),
      lacksSender: lacksSender(configurationText(folder, plan)),
      ...afterwards(folder, template, plan, app !== undefined),
    }
    context.report(outcome, summary(outcome))
  },
})

/** The framework that package.json names. */
function recognised(folder: string): string {
  const names = Object.keys(frameworks)
  const [name, ...more] = frameworksAmong(packagesIn(readManifest(folder)))
  if (name && more.length === 0) return name
  if (name) {
    const found = [name, ...more]
    throw usageError(
      `package.json names ${found.join(' and ')}: say which by --framework ${found.join(' | ')}`,
    )
  }
  throw usageError(
    `No framework is recognised${unrecognised(folder)} say which by --framework ${names.join(' | ')}`,
  )
}

/** The reason why no framework is recognised, if known. */
function unrecognised(folder: string): string {
  if (isWorkspace(folder))
    return ', as this is a workspace: go to the folder of your application, or'
  return existsSync(join(folder, 'package.json')) ? ':' : ', as there is no package.json here:'
}

async function namedProviders(ids: string | undefined) {
  if (!ids) return []
  const { findProvider } = await import('./providers/catalogue.ts')
  const named = [...new Set(ids.split(',').map((id) => id.trim()))].filter((id) => id)
  if (named.length === 0) throw usageError('--providers names none: write google,password')
  return named.map(findProvider)
}

/** Writes the files that do not exist yet. */
function writeFiles({ folder }: CliContext, { files }: Plan) {
  const wanted: Record<string, string> = {}
  const kept: string[] = []
  const notes: string[] = []
  const [inTheWay] = Object.keys(files).flatMap((path) => obstacle(folder, path) ?? [])
  if (inTheWay) throw new Error(`${inTheWay}: rename it first. Nothing was written.`)
  for (const [path, text] of Object.entries(files)) {
    const foreign = foreignPlace(folder, path)
    if (foreign) notes.push(`${foreign}: ${path} is not written`)
    if (foreign || existsSync(join(folder, ...path.split('/')))) kept.push(path)
    else wanted[path] = text
  }
  writeNewFiles(folder, wanted)
  return { written: Object.keys(wanted), kept, notes }
}

/** The command that installs missing packages. */
function installation(
  folder: string,
  { packages }: Plan,
  written: readonly string[],
): string | undefined {
  if (written.includes('package.json')) return 'npm install'
  // npx runs this package even if it is not installed.
  const isInstalled =
    Object.hasOwn(packagesIn(readManifest(folder)), 'porticojs') ||
    installedVersion(folder, 'porticojs') !== undefined
  const wanted = [...(isInstalled ? [] : ['porticojs']), ...packages]
  return wanted.length > 0 ? [managerOf(folder).add, ...wanted].join(' ') : undefined
}

/** The command that installs the SMTP library, if the configuration may use it. Development needs no mail server. */
function mailInstallation(folder: string, plan: Plan): string | undefined {
  const text = configurationText(folder, plan)
  const sends = /['"]porticojs\/providers\/(email|nodemailer)['"]/.test(text)
  const isInstalled = Object.hasOwn(packagesIn(readManifest(folder)), 'nodemailer')
  return sends && !isInstalled ? `${managerOf(folder).add} nodemailer` : undefined
}

function configurationText(folder: string, { configuration, files }: Plan): string {
  const file = join(folder, ...configuration.split('/'))
  return (existsSync(file) ? readFileSync(file, 'utf8') : files[configuration]) ?? ''
}

/** Matches a sender of mails: a provider, or a function of the application's own. */
const senders =
  /providers\/(email|nodemailer|resend|sendgrid|postmark|mailgun|loops|forwardemail)['"]|\bsend\b/

/** True if there are passwords, but no sender for their mails. */
function lacksSender(text: string): boolean {
  return /porticojs\/providers\/password['"]/.test(text) && !senders.test(text)
}

/** The command that starts the application, and the address of the sign-in page. */
function afterwards(folder: string, template: Template, plan: Plan, hasOwnCode: boolean) {
  const { entry, configuration } = plan
  const manifest = readManifest(folder)
  const read = (path: string) => {
    const file = join(folder, ...path.split('/'))
    return path && existsSync(file) ? readFileSync(file, 'utf8') : undefined
  }
  const places = { beside: readdirSync(folder), entry, configuration }
  const program = entry ? `node --watch ${entry}` : template.dev
  // The scripts of an example set variables in a way that fails on Windows.
  const scripted = hasOwnCode || template.bundles ? manifest : {}
  return {
    start: startCommand(folder, scripted, template, program),
    address: signInAddress({ framework: template, manifest, ...places, read }),
  }
}
