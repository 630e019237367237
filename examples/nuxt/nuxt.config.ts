export default defineNuxtConfig({
  compatibilityDate: '2026-11-01',
  modules: ['portico/nuxt'],
  nitro: { experimental: { websocket: true } },
})
