import { developmentSecret } from '../../development/secret.ts'
import { practiceProvider, writtenProvider } from '../../emulator/practice-provider.ts'
import type { Provider } from '../../types/provider.ts'
import { type Application, judged } from './judged.ts'

/** An emulator that gets no request: if one plays all platforms, no way to send mail is missing. */
const emulator = 'http://127.0.0.1:9'

/**
 * The application as it runs in development: with the secret that its folder keeps, and with practice keys. Nothing is started. A
 * production application, or one that lacks nothing, stays as it is.
 */
export async function developed(application: Application): Promise<Application> {
  const { folder, written, production, config, problems, read } = application
  const missing = problems.filter(({ variable }) => variable)
  if (production || config || missing.length === 0) return application
  const needsSecret = missing.some(({ field }) => field === 'secret')
  const keyless = new Set(missing.map(({ provider }) => provider))
  const practised = async (provider: Provider) => {
    const one = writtenProvider(provider)
    const practice = one && keyless.has(one.id) && (await practiceProvider(one, { only: [] }))
    return practice ? practice.provider : provider
  }
  const completed = {
    ...written,
    ...(needsSecret && { secret: developmentSecret(folder).value }),
    providers: await Promise.all(written.providers.map(practised)),
    runtime: { emulator, ...written.runtime },
  }
  return judged({ ...application, written: completed }, (changes) =>
    read({ ...completed, ...changes }),
  )
}
