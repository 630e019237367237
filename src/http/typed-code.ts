/** The characters that people copy along with a code, in a regular expression. Japanese keyboards have two more signs where the hyphen is. */
export const besideCode = '[\\s\\p{Pd}\\p{Cf}\\u2212ー]'

/** The digits of the keyboards of our languages. */
export const codeDigit = '[\\d０-９٠-٩۰-۹]'

/** A code as it was shown, however it was typed: without what people copy along, and in ASCII where their keyboard is not. */
export function typedCode(typed: string): string {
  return (
    typed
      .normalize('NFKC')
      .replace(new RegExp(besideCode, 'gu'), '')
      // The zero of Arabic and Persian digits ends in four zero bits.
      .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 15))
  )
}
