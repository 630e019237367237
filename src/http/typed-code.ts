/** The characters that people copy along with a code. The last two are where Japanese keyboards have the hyphen. */
const beside = /[\s\p{Pd}\p{Cf}\u2212ー]/gu

/** A code as it was shown, however it was typed: in ASCII, and without what people copy along. */
export function typedCode(typed: string): string {
  return (
    typed
      .normalize('NFKC')
      .replace(beside, '')
      // The zero of Arabic and Persian digits ends in four zero bits.
      .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 15))
  )
}
