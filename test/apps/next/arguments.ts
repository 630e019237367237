import type { Running } from '../application.ts'

/**
 * The development server answers its own scripts only under the name that it was started with. After an edit of a file that the proxy
 * imports too, Next 16.4 may go on with a route as it was, with or without Portico; not without its fast refresh on the server.
 */
export function args({ mode }: Running): string[] {
  const name = ['--hostname', '127.0.0.1']
  return mode === 'development' ? [...name, '--no-server-fast-refresh'] : name
}
