/**
 * Does something without Node's advice to say in package.json which kind of modules there are: the generators of frameworks say
 * nothing there, and whoever runs a command of ours can do nothing about it.
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
