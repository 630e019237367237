import { render as renderComponent } from 'svelte/server'
import type { Session } from '../../../../src/index.ts'
import App from './App.svelte'

export function render(session: Session | null | undefined): string {
  return renderComponent(App, { props: { session } }).body
}
