/**
 * Runs the work without Node's advice to set the type of modules in package.json: the generators of frameworks leave it out, and the user
 * of a command can do nothing about it.
 */
export async function withoutTypeAdvice(work: () => Promise<unknown>): Promise<void> {
  const { emitWarning } = process
  const quieter = (...told: unknown[]) => {
    const isAdvice = told.some((one) => Object(one).code === code || one === code)
    if (!isAdvice) Reflect.apply(emitWarning, process, told)
  }
  process.emitWarning = quieter
  try {
    await work()
  } finally {
    process.emitWarning = emitWarning
  }
}

const code = 'MODULE_TYPELESS_PACKAGE_JSON'
