/** Everything that the codemod shares with Portico. The build copies it in, so the package needs no Portico to run. */
export { sinceVariable } from '../../../src/authjs/day-of-move.ts'
export { confirm } from '../../../src/cli/confirm.ts'
export { madeFolders } from '../../../src/cli/made-folders.ts'
export { writeOwnFile } from '../../../src/cli/own-file.ts'
export { variableName } from '../../../src/config/environment.ts'
export { isGuessable } from '../../../src/config/guessable.ts'
