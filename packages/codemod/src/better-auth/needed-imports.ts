/** The imports that the changes of one file need. */
export interface NeededImports {
  add(name: string, module: string, kind?: 'default' | 'named' | 'type'): void
  lines(quote: string, semicolon: string): string[]
}

interface Import {
  readonly name: string
  readonly module: string
  readonly kind: 'default' | 'named' | 'type'
}

/** Collects imports, each once; those of one module stand in one line. */
export function neededImports(): NeededImports {
  const all = new Map<string, Import>()
  return {
    add(name, module, kind = 'named') {
      all.set(`${kind} ${name} ${module}`, { name, module, kind })
    },
    lines(quote, semicolon) {
      const groups = Map.groupBy(all.values(), ({ module, kind }) => `${module} ${kind}`)
      return [...groups.values()].map((group) => {
        const [{ module, kind } = { module: '', kind: 'named' }] = group
        const names = group.map(({ name }) => name).join(', ')
        const what = kind === 'default' ? names : `${kind === 'type' ? 'type ' : ''}{ ${names} }`
        return `import ${what} from ${quote}${module}${quote}${semicolon}`
      })
    },
  }
}
