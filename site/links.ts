import { posix } from 'node:path'
import { placeOfTarget } from './pages.ts'

/** Code, which stays as it is; or a link or picture with its words and its target. */
const codeOrLink =
  /^( *)```[\s\S]*?^\1```$|`[^`\n]+`|(?<picture>!?)\[(?<words>(?:[^\][]|\[[^\]]*\])*)\]\((?<target>[^)\s]+)\)/gm

/**
 * Rewrites the links and pictures of a page of the repository for the site. What the site does not have, such as a source file, stays as
 * words without a link.
 */
export function withSiteLinks(text: string, source: string, place: string): string {
  return withBothPictures(text).replaceAll(codeOrLink, (whole, ...rest) => {
    const { picture = '', words = '', target } = rest.at(-1)
    if (target === undefined || /^[a-z]+:/.test(target)) return whole
    const [path, anchor] = pageOf(
      target.startsWith('#') ? source + target : posix.join(posix.dirname(source), target),
    )
    if (path === source) return whole
    if (picture) return `![${words}](${relative(place, path.replace(/^docs\//, ''))})`
    const found = placeOfTarget(path)
    if (found === undefined) return words
    return `[${words}](${relative(place, `${found}.md`)}${anchor ? `#${anchor}` : ''})`
  })
}

/** A picture for light and for dark pages. */
const pair =
  /<picture><source [^>]*srcset="([^"]+)"><img src="([^"]+)"[^>]* alt="([^"]+)"><\/picture>/g

/** The reader of the site chooses the theme, whatever the system says: both pictures are there, and a class shows one. */
function withBothPictures(text: string): string {
  return text.replaceAll(pair, '![$3]($2){.on-light} ![$3]($1){.on-dark}')
}

/** The file of a target, and the place in it. What the overview of platforms says about one has a page of its own on the site. */
function pageOf(target: string): [path: string, anchor?: string] {
  const [path = '', anchor] = target.split('#')
  if (path !== 'docs/providers/README.md' || !anchor) return anchor ? [path, anchor] : [path]
  return [`docs/providers/${anchor}.md`]
}

function relative(from: string, to: string): string {
  const path = posix.relative(posix.dirname(from), to)
  return path.startsWith('.') ? path : `./${path}`
}
