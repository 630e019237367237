/** True if code imports this package. */
export function usesPortico(text: string): boolean {
  return /['"]porticojs['"/]/.test(text)
}
