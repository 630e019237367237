/** True if two texts are equal; takes a time that depends on their lengths only. */
export function equal(a: string, b: string): boolean {
  let difference = a.length ^ b.length
  for (let index = 0; index < a.length; index++) {
    difference |= a.charCodeAt(index) ^ (b.charCodeAt(index) || 0)
  }
  return difference === 0
}
