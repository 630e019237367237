import { hydrate } from 'solid-js/web'
import { App } from './app.jsx'

const { session } = JSON.parse(document.getElementById('data').textContent)
hydrate(() => <App session={session} />, document.getElementById('root'))
