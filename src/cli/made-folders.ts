/** Folders that hold what others wrote, or what can be made again. Those of tools, which begin with a dot, are not among them. */
export const madeFolders: ReadonlySet<string> = new Set([
  'build',
  'coverage',
  'dist',
  'node_modules',
  'out',
])
