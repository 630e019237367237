export default defineNuxtConfig({
  compatibilityDate: '2026-11-01',
  modules: ['porticojs/nuxt'],
  nitro: { experimental: { websocket: true } },
})
