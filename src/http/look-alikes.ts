/**
 * True if a text can be taken for another one: mail servers and databases normalise it (NFKC), name servers take 。 for a dot (IDNA), and
 * people do not see invisible characters.
 */
export function hasLookAlikes(text: string): boolean {
  return text !== text.normalize('NFKC') || /[\p{Default_Ignorable_Code_Point}。]/u.test(text)
}
