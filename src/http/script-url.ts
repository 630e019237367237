/** True if a page that follows the address would run it instead of leaving. An application on a phone has a scheme of its own. */
export function isScript({ protocol }: URL): boolean {
  return /^(javascript|data|vbscript|blob):$/.test(protocol)
}
