import { type Command, defineCommand } from './command.ts'
import { runProgram } from './run-program.ts'

/** Starts an application for development. */
export const dev: Command = defineCommand({
  summary: 'Start your application for development, without keys',
  about: `Sets NODE_ENV=development. Then Auth() makes up what is missing: a secret, which is kept in .portico, and
the platforms whose keys are not set, which the emulator plays.`,
  rest: 'node server.ts',
  options: {},
  async run({ rest: [program = '', ...args] }, { env }) {
    if (env.NODE_ENV === 'production') {
      throw new Error('NODE_ENV is production here. Take it out of the environment to develop.')
    }
    return runProgram(program, args, { env: { ...env, NODE_ENV: 'development' } })
  },
})
