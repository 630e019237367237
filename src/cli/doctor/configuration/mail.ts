import { checkAtStart } from '../../../services/start-check.ts'
import type { Application } from '../../application.ts'
import { type Check, type Finding, notLookedAt, problem } from '../check.ts'

/** Checks that the package that sends the mail is installed. Nothing is sent. */
export const mail: Check<Application> = {
  name: 'mail',
  async look({ config }) {
    if (!config) return [notLookedAt('the configuration is not complete')]
    const providers = [...config.providers.values()].filter(({ method }) => method.name === 'email')
    const found = await Promise.all(providers.flatMap(Object.values).map(lacking))
    return found.flat()
  },
}

async function lacking(needy: unknown): Promise<Finding[]> {
  try {
    await checkAtStart(needy)
    return []
  } catch (thrown) {
    const { message, hint } = Object(thrown)
    return [problem(String(message), String(hint))]
  }
}
