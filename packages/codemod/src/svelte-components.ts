import type { Node } from '@babel/types'
import { type Edit, findAll, place, type Source } from './source.ts'

/** The module of components for SvelteKit. They are forms, and become files of the application. */
const theirs = '@auth/sveltekit/components'

const folder = 'src/lib/auth'

/** The file that replaces a component of theirs: a form, whose slots have the same default texts. */
function form(name: string, word: string, [props, fields]: [string, string]): string {
  const page = `${name}Page`
  return `<script>
  import { enhance } from '$app/forms'
${props}
  /** @type {{ redirectTo?: string } | undefined} */
  export let options = undefined
  export let ${page} = '${name.toLowerCase()}'
  let className = ''
  export { className as class }
</script>

<form method="POST" action="/{${page}}" class="${name}Button {className}" use:enhance>
  {#if options?.redirectTo}
    <input type="hidden" name="redirectTo" value={options.redirectTo} />
  {/if}
${fields}  <button type="submit"><slot name="submitButton">${word}</slot></button>
</form>
`
}

const forms: Readonly<Record<string, string>> = {
  SignIn: form('signIn', "Sign in{provider && ' with ' + provider}", [
    "\n  export let provider = ''",
    `  <input type="hidden" name="providerId" value={provider} />
  <slot name="credentials" />
  <slot name="email" />
`,
  ]),
  SignOut: form('signOut', 'Sign out', ['', '']),
}

/** True if a module holds components that become files of the application. */
export function areComponents(module: string): boolean {
  return module === theirs
}

/** Imports each component from its own file. */
export function moveComponents({ text }: Source, node: Node): Edit[] {
  if (node.type !== 'ImportDeclaration') return []
  const { start, end } = place(node)
  const quote = text[place(node.source).start] ?? "'"
  const semicolon = text[end - 1] === ';' ? ';' : ''
  const [indent = ''] = /[^\S\n]*$/.exec(text.slice(0, start)) ?? []
  const lines = node.specifiers.map(({ local, ...one }) => {
    const name =
      'imported' in one && one.imported.type === 'Identifier' ? one.imported.name : local.name
    const file = `$lib/auth/${name}.svelte`
    return `import ${local.name} from ${quote}${file}${quote}${semicolon}`
  })
  const change = `${theirs} → files in ${folder}`
  return [{ start, end, text: lines.join(`\n${indent}`), change }]
}

/** The files of the components that an application uses. */
export function componentFiles(
  sources: readonly Source[],
  files: ReadonlyMap<string, string>,
): { path: string; text: string; changes: string[] }[] {
  const wanted = new Map<string, string>()
  for (const { path, file } of sources) {
    for (const { source, specifiers } of findAll(file.program, 'ImportDeclaration')) {
      if (!areComponents(source.value)) continue
      for (const one of specifiers) {
        if (one.type !== 'ImportSpecifier' || one.imported.type !== 'Identifier') continue
        const { name } = one.imported
        const root = path.startsWith('src/') ? '' : (/^(.*?\/)src\//.exec(path)?.[1] ?? '')
        wanted.set(`${root}${folder}/${name}.svelte`, name)
      }
    }
  }
  return [...wanted].flatMap(([path, name]) => {
    const text = forms[name]
    return text && !files.has(path) ? { path, text, changes: [`takes the place of ${name}`] } : []
  })
}
