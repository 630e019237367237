import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Many processes load the same sources: this lets the second one find them compiled. */
export const compileCache: { NODE_COMPILE_CACHE: string } = {
  NODE_COMPILE_CACHE: join(tmpdir(), 'portico-compiled'),
}

/** An environment that says nothing but where programs are. */
export const bareEnv: NodeJS.Dict<string> = { PATH: process.env.PATH, ...compileCache }
