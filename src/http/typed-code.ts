/** The characters that people copy along with a code. Japanese keyboards have two more signs where the hyphen is. */
const beside = /[\s\p{Pd}\p{Cf}\u2212ー]/gu

/** A code as it was shown, however it was typed: without what people copy along, and in ASCII where their keyboard is not. */
export function typedCode(typed: string): string {
  return (
    typed
      .normalize('NFKC')
      .replace(beside, '')
      // The zero of Arabic and Persian digits ends in four zero bits.
      .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 15))
  )
}
