import adapter from '@sveltejs/adapter-node'
import { sveltekit } from '@sveltejs/kit/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [
    sveltekit({
      adapter: adapter(),
      // Where people open the application. Forms that come from elsewhere are refused.
      paths: { origin: process.env.AUTH_URL },
    }),
  ],
})
