/**
 * A text has look-alikes if somebody who normalises it reads another one: mail servers and databases by NFKC, name servers by IDNA, which
 * takes 。 for a dot, and people by not seeing what is invisible.
 */
export function hasLookAlikes(text: string): boolean {
  return text !== text.normalize('NFKC') || /[\p{Default_Ignorable_Code_Point}。]/u.test(text)
}
