import { nearest } from '../config/did-you-mean.ts'
import { codemod } from './codemod.ts'
import { type Command, defineCommand, usageError } from './command.ts'
import { runProgram } from './run-program.ts'

const libraries: readonly string[] = ['authjs', 'better-auth']

/** Moves an application from another library, with the codemod, a package of its own. */
export const migrateFrom: Command = defineCommand({
  summary: 'Move an application from Auth.js, NextAuth.js or Better Auth',
  about: `It changes imports, providers, adapters, options, declarations and environment files, and says
what it changed and what a person must look at. Running it again changes nothing more. The work is done by
the package porticojs-codemod: where it is not installed, npx fetches it.`,
  words: ['authjs|better-auth', '[folder]'],
  options: {
    'dry-run': { type: 'boolean', about: 'say it, and change nothing' },
    yes: {
      type: 'boolean',
      about: 'also if files are not committed, so that git could not undo it',
    },
  },
  async run({ values, words }, { env, folder, note }) {
    const [from] = words
    if (!libraries.includes(from ?? '')) {
      const meant = /^next-?auth/i.test(from ?? '') ? 'authjs' : nearest(from ?? '', libraries)
      throw usageError(
        `Applications can be moved from ${libraries.join(' and ')}, not "${from}"${meant ? `: did you mean ${meant}?` : ''}`,
      )
    }
    const [program, ...before] = await codemod({ env, folder, note })
    const options = Object.keys(values).map((name) => `--${name}`)
    return runProgram(program, [...before, ...words, ...options], { env, folder })
  },
})
