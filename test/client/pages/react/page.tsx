import { hydrateRoot } from 'react-dom/client'
import { App } from './app.tsx'

const { session, promised } = JSON.parse(document.getElementById('data')?.textContent ?? '{}')
const root = document.getElementById('root')
if (root) hydrateRoot(root, <App session={promised ? Promise.resolve(session) : session} />)
