import node from '@astrojs/node'
import { defineConfig } from 'astro/config'
import portico from 'porticojs/astro'

export default defineConfig({
  output: 'server',
  adapter: node({ mode: 'standalone' }),
  integrations: [portico()],
  security: { allowedDomains: [{ protocol: 'https', hostname: 'app.example' }] },
})
