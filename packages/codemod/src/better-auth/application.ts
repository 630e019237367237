import { basename, extname } from 'node:path/posix'
import type { CallExpression, Node } from '@babel/types'
import { findAll, type Source } from '../source.ts'

/** The names that the files of an application give its sign-in and its client. */
export interface Names {
  /** Variables that hold what `betterAuth()` returned. */
  readonly servers: ReadonlySet<string>
  /** Variables that hold what `createAuthClient()` returned. */
  readonly clients: ReadonlySet<string>
  /** The members that were destructured from a client, by the name of the file that exports them. */
  readonly members: ReadonlyMap<string, ReadonlySet<string>>
  /** The binding of the client: `react`, `vue`, `svelte` or `solid`. */
  readonly binding: string
}

/** True for a module of Better Auth. */
export function isBetterAuth(module: string): boolean {
  return /^(better-auth|@better-auth\/[\w-]+)(\/|$)/.test(module)
}

/** Collects the names of the whole application, because one file makes the objects and others use them. */
export function findNames(sources: readonly Source[]): Names {
  const servers = new Set(['auth'])
  const clients = new Set(['authClient'])
  const members = new Map<string, ReadonlySet<string>>()
  let binding = 'react'
  for (const { path, file } of sources) {
    for (const { source } of findAll(file.program, 'ImportDeclaration')) {
      const [, found] = /^better-auth\/(react|vue|svelte|solid)$/.exec(source.value) ?? []
      if (found) binding = found
    }
    for (const { id, init } of findAll(file.program, 'VariableDeclarator')) {
      const call = init && madeBy(init)
      if (!call && id.type === 'ObjectPattern' && init?.type === 'Identifier') {
        if (clients.has(init.name)) members.set(moduleName(path), new Set(patternNames(id)))
      }
      if (!call) continue
      const names = call === 'betterAuth' ? servers : clients
      if (id.type === 'Identifier') names.add(id.name)
      if (id.type === 'ObjectPattern' && call === 'createAuthClient') {
        members.set(moduleName(path), new Set(patternNames(id)))
      }
    }
  }
  return { servers, clients, members, binding }
}

/** The function of Better Auth that makes a value. */
export function madeBy(node: Node): 'betterAuth' | 'createAuthClient' | undefined {
  if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier') return undefined
  const { name } = node.callee
  return name === 'betterAuth' || name === 'createAuthClient' ? name : undefined
}

/** The names that a pattern takes out of an object. */
export function patternNames(pattern: Node): string[] {
  return findAll(pattern, 'ObjectProperty').flatMap(({ key }) =>
    key.type === 'Identifier' ? key.name : [],
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
