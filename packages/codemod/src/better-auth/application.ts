import { basename, extname } from 'node:path/posix'
import type { CallExpression, Node, ObjectPattern } from '@babel/types'
import { findAll, type Source } from '../source.ts'

/** The names that the files of an application give its sign-in and its client. */
export interface Names {
  /** Variables that hold what `betterAuth()` returned. */
  readonly servers: ReadonlySet<string>
  /** Variables that hold what `createAuthClient()` returned. */
  readonly clients: ReadonlySet<string>
  /** The members that were destructured from a client, by the name of the file that exports them. */
  readonly members: ReadonlyMap<string, Members>
  /** The binding of the client: `react`, `vue`, `svelte` or `solid`. */
  readonly binding: string
}

/** Members of a client, by the names that a file gives them. */
export type Members = ReadonlyMap<string, string>

/** True for a module of Better Auth. */
export function isBetterAuth(module: string): boolean {
  return /^(better-auth|@better-auth\/[\w-]+)(\/|$)/.test(module)
}

/** Collects the names of the whole application, because one file makes the objects and others use them. */
export function findNames(sources: readonly Source[]): Names {
  const servers = new Set(['auth'])
  const clients = new Set(['authClient'])
  const made = { betterAuth: servers, createAuthClient: clients }
  const members = new Map<string, Members>()
  const defaults = new Map<string, Set<string>>()
  let binding = 'react'
  for (const source of sources) {
    const { program } = source.file
    for (const { source: from } of findAll(program, 'ImportDeclaration')) {
      const [, found] = /^better-auth\/(react|vue|svelte|solid)$/.exec(from.value) ?? []
      if (found) binding = found
    }
    const module = moduleName(source.path)
    for (const { id, init } of findAll(program, 'VariableDeclarator')) {
      const call = init && madeBy(source, init)
      if (call && id.type === 'Identifier') made[call].add(id.name)
      const isClient = init?.type === 'Identifier' && clients.has(init.name)
      if (id.type === 'ObjectPattern' && (isClient || call === 'createAuthClient'))
        members.set(module, new Map([...(members.get(module) ?? []), ...membersIn(id)]))
    }
    for (const { declaration } of findAll(program, 'ExportDefaultDeclaration')) {
      const call = madeBy(source, declaration)
      if (call) defaults.set(module, made[call])
    }
  }
  for (const { file } of sources)
    for (const { source, specifiers } of findAll(file.program, 'ImportDeclaration'))
      for (const { type, local } of specifiers)
        if (type === 'ImportDefaultSpecifier')
          defaults.get(moduleName(source.value))?.add(local.name)
  return { servers, clients, members, binding }
}

/** The function of Better Auth that makes a value. */
export function madeBy(source: Source, node: Node): 'betterAuth' | 'createAuthClient' | undefined {
  if (node.type !== 'CallExpression') return undefined
  const name = calleeName(source, node.callee)
  return name === 'betterAuth' || name === 'createAuthClient' ? name : undefined
}

/** The name of a called function in its own module, whatever the file calls it; empty for what is no function of a module. */
export function calleeName({ file }: Source, callee: Node): string {
  const [object, name] =
    callee.type === 'MemberExpression' ? [callee.object, callee.property] : [callee]
  if (object?.type !== 'Identifier') return ''
  for (const { source, specifiers } of findAll(file.program, 'ImportDeclaration')) {
    const found = specifiers.find(({ local }) => local.name === object.name)
    if (!found || !isBetterAuth(source.value)) continue
    if (found.type === 'ImportNamespaceSpecifier')
      return name?.type === 'Identifier' ? name.name : ''
    if (found.type === 'ImportSpecifier' && found.imported.type === 'Identifier' && !name)
      return found.imported.name
  }
  return name ? '' : object.name
}

/** The members that a pattern takes out of a client, by the names that it gives them. */
export function membersIn({ properties }: ObjectPattern): Members {
  return new Map(
    properties.flatMap((one): [string, string][] => {
      if (one.type !== 'ObjectProperty' || one.key.type !== 'Identifier') return []
      return one.value.type === 'Identifier' ? [[one.value.name, one.key.name]] : []
    }),
  )
}

/** The name by which other files import a file. Paths have aliases: only their ends are compared. */
export function moduleName(path: string): string {
  return basename(path.replace(/\/index\.\w+$/, '')).replace(/\.[cm]?[jt]sx?$/, '') || extname(path)
}

/** The names of a call: `authClient.signIn.social()` is `['authClient', 'signIn', 'social']`. */
export function calledNames({ callee }: CallExpression): string[] {
  const names: string[] = []
  let node: Node = callee
  while (node.type === 'MemberExpression' && node.property.type === 'Identifier') {
    names.unshift(node.property.name)
    node = node.object
  }
  return node.type === 'Identifier' ? [node.name, ...names] : []
}
