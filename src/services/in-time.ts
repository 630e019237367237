/** The answer, or an error if it takes longer than this. Before the error, `giveUp` is called. */
export async function inTime<T>(
  answer: Promise<T>,
  milliseconds: number,
  giveUp?: () => void,
): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    giveUp?.()
    late.reject(new Error(`No answer within ${milliseconds} ms`))
  }, milliseconds)
  try {
    return await Promise.race([answer, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
