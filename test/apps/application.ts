import type { Installed } from './install.ts'
import type { Visitor } from './visitor.ts'

/** An example application, and where its framework differs from the others. */
export interface Application {
  /** The folder below `examples/`. */
  example: string
  /** What tells this run of an example from another one, such as `Express 4`. */
  name?: string
  /** Other versions than the example's own package.json has, and packages besides. */
  versions?: Record<string, string>
  /** Changes the installed copy: another set-up of the same application. */
  edit?(folder: string): void | Promise<void>
  /** What starts it in production, where that is not `npm start`. */
  start?: string[]
  /** How it is told its port, where the variable PORT is not enough: words after `npm start --` or `npm run dev --`. */
  args?(running: Running): string[]
  /** What it needs in its environment besides PORT and what Portico reads. */
  env?(running: Running): Record<string, string>
  /** How it is run: in both modes, unless told otherwise. */
  modes?: Mode[]
  /** The application has `POST /api/echo` behind a body parser. */
  bodyParser?: boolean
  /** Links between its pages are followed by a router in the browser, which asks the server for data only. */
  clientRouter?: boolean
  /** Where the sessions are, in the application's folder; none where no file holds them. */
  database?: string | ((folder: string) => string) | null
  /** The file that calls `Auth()`. */
  authFile?: string
  /** What only this framework has, by what happens there. */
  stories?: Record<string, Story>
  /** Tests of the installed copy that start it in a way of their own. */
  besides?(installed: Installed): void
}

/** What people do in one application only. */
export type Story = (visit: () => Promise<Visitor>) => Promise<void>

/** How an application runs. */
export type Mode = 'production' | 'development'

/** Where an application runs. */
export interface Running {
  mode: Mode
  port: number
  /** Its own address, without a slash at the end. */
  url: string
}
