export default defineEventHandler((event) => requireSession(event))
