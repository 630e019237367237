/**
 * Whether a text would be read as another one by somebody who normalises it: mail servers and databases by NFKC, name servers by IDNA, which
 * takes 。 for a dot, and people by not seeing what is invisible.
 */
export function hasLookAlikes(text: string): boolean {
  return text !== text.normalize('NFKC') || /[\p{Default_Ignorable_Code_Point}。]/u.test(text)
}
