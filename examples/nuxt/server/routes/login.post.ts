export default defineEventHandler((event) => signIn(event, 'tiktok'))
