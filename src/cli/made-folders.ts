/** Folders that hold what others wrote, or what can be made again. */
export const madeFolders: ReadonlySet<string> = new Set([
  '.git',
  '.next',
  '.output',
  '.svelte-kit',
  '.turbo',
  '.vercel',
  'build',
  'coverage',
  'dist',
  'node_modules',
  'out',
])
