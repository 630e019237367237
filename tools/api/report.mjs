import { format } from './print.mjs'

/** @import { Section } from './read.mjs' */

const head = `# The public API

Every name that an application can import, and its signature, door by door. What the names are for is told by the guides and by the
comments that editors show.

\`tools/api.mjs\` writes this page from the sources. \`npm test\` fails and names what is different when the sources have moved on;
\`npm run generate\` then writes the page anew, and its difference is what applications will notice. Of a type that is used but not
exported only the name is listed, so a change inside it is not seen here.`

// Not \`ts\`: blocks of that name are programs, and are compiled by a test.
const fence = '```typescript'

/**
 * @param {Section[]} sections
 * @returns {string}
 */
export function report(sections) {
  const texts = format(sections.flatMap(({ entries }) => entries.map(({ text }) => text)))
  const parts = sections.map(({ title, files, elsewhere, entries, hidden }) => [
    `## ${title}`,
    files.map(({ name, type }) => `- \`${name}\`: \`${type}\``).join('\n'),
    elsewhere.map(pointer).join('\n'),
    entries.length > 0 ? `${fence}\n${texts.splice(0, entries.length).join('\n\n')}\n\`\`\`` : '',
    hidden.length > 0 ? '### Used by the above, not exported' : '',
    hidden.map((name) => `- \`${name}\``).join('\n'),
  ])
  return `${[head, ...parts.flat().filter((part) => part !== '')].join('\n\n')}\n`
}

/** @param {Section['elsewhere'][number]} entry */
function pointer({ name, home, by }) {
  const what = by === 'default' ? 'the default export of' : by === name ? 'as in' : `\`${by}\` of`
  return `- \`${name}\`: ${what} \`${home}\``
}
