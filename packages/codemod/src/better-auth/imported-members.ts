import { findAll, type Source } from '../source.ts'
import { isBetterAuth, type Members, membersIn, moduleName, type Names } from './application.ts'

/** The functions of a client that a file imports from another one, or takes out of the client itself. */
export function importedMembers({ file, path }: Source, { members, clients }: Names): Members {
  const found = new Map(members.get(moduleName(path)))
  for (const { source, specifiers } of findAll(file.program, 'ImportDeclaration')) {
    const exported = isBetterAuth(source.value) ? undefined : members.get(moduleName(source.value))
    for (const one of specifiers) {
      if (one.type !== 'ImportSpecifier' || one.imported.type !== 'Identifier') continue
      const member = exported?.get(one.imported.name)
      if (member) found.set(one.local.name, member)
    }
  }
  for (const { id, init } of findAll(file.program, 'VariableDeclarator')) {
    if (id.type !== 'ObjectPattern' || init?.type !== 'Identifier' || !clients.has(init.name))
      continue
    for (const [local, member] of membersIn(id)) found.set(local, member)
  }
  return found
}
