/** Folders of installed or generated files. Folders of tools, which begin with a dot, are not among them. */
export const madeFolders: ReadonlySet<string> = new Set([
  'build',
  'coverage',
  'dist',
  'node_modules',
  'out',
])
