/** True if following the address would run a script in the page. Other schemes are allowed: native apps have their own. */
export function isScript({ protocol }: URL): boolean {
  return /^(javascript|data|vbscript|blob):$/.test(protocol)
}
