import { hydrate } from 'svelte'
import App from './App.svelte'

const { session } = JSON.parse(document.getElementById('data')?.textContent ?? '{}')
const target = document.getElementById('root')
if (target) hydrate(App, { target, props: { session } })
