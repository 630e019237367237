import { gives } from './gives.mjs'
import { call, environment, goodToKnow, hints, profile, steps } from './page.mjs'
import { registrations } from './registration.mjs'

/** @import { Described } from './page.mjs' */

/** A client id and its secret, by the names that the overview tells once. */
const isUsual = /^\w+_ID=… \w+_SECRET=…$/

/**
 * What the page of a platform says beyond its row of the overview, in short and without its sources. Its heading is the id, so that
 * a link can name it.
 *
 * @param {Described} described
 */
export function section(described) {
  const { id, name, sentence, options } = described
  const config = { ...described.config, dialect: described.config.dialect ?? {} }
  const registration = registrations[id]
  const variables = registration?.example?.environment ?? environment(id, config)
  const used = registration?.example?.call ?? call(name, config, options)
  const { choice } = gives(described)
  const facts = [
    `Documentation: ${registration?.source ?? config.docs}`,
    ...(isUsual.test(variables.join(' '))
      ? []
      : [`Variables: ${variables.map((variable) => `\`${variable}\``).join(', ')}`]),
    ...(described.user ? [`Profile: ${profile(described.user)}`] : []),
    ...(choice ? [`Choosing an account when connecting one: ${choice}`] : []),
    // The overview says once how scopes are changed.
    ...goodToKnow(config, true).map((fact) =>
      fact.replace(/ Change that with `authorization\.params`\.$/, ''),
    ),
    ...hints(config).map(([code, hint]) => `Error \`${code}\`: ${hint}`),
  ]
  return [
    `### ${id}`,
    // The overview names it.
    ...(sentence && !/^Sign in with [^,;.]*\.$/.test(sentence) ? [sentence] : []),
    ...(registration ? [steps(registration)] : []),
    ...(used === name ? [] : [`\`\`\`typescript\nproviders: [${used}]\n\`\`\``]),
    facts.map((fact) => `- ${fact}`).join('\n'),
  ].join('\n\n')
}
