/** @import { Manifest } from './sbom.mjs' */

const workflow = '.github/workflows/publish.yml'

/**
 * Why this is not the place to publish from. A package that was published from somebody's machine
 * has no provenance: nobody can tell which sources it was made of.
 *
 * @param {Manifest} manifest
 * @param {NodeJS.ProcessEnv} env
 * @returns {string[]}
 */
export function obstacles({ version, repository }, env) {
  const ref = env.GITHUB_WORKFLOW_REF ?? ''
  if (env.GITHUB_ACTIONS !== 'true' || !ref.includes(`/${workflow}@`)) {
    return [`Only ${workflow} publishes. Here, use --dry-run.`]
  }
  const problems = []
  if (ref.split('@').at(-1) !== `refs/tags/v${version}`) {
    problems.push(`The tag is not v${version}, the version in package.json.`)
  }
  if (!env.ACTIONS_ID_TOKEN_REQUEST_URL) {
    problems.push('The job may not ask for an id token (permissions: id-token: write).')
  }
  if (!repository) {
    problems.push('package.json names no `repository`, which provenance is checked against.')
  }
  return problems
}

/**
 * The packages that do not have the version of the first. They are published together, and find each other by their version.
 *
 * @param {Manifest[]} manifests
 * @returns {string[]}
 */
export function outOfStep([first, ...others]) {
  return others
    .filter(({ version }) => version !== first?.version)
    .map(({ name, version }) => `${name} is ${version}, and ${first?.name} is ${first?.version}.`)
}
