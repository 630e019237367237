import { args } from './next/arguments.ts'
import { oneEmulator } from './next/one-emulator.ts'
import { story } from './story.ts'

await story({
  example: 'next',
  name: 'Next 16, Turbopack',
  args,
  clientRouter: true,
  besides: oneEmulator,
})
