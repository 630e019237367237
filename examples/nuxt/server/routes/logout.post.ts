export default defineEventHandler((event) => signOut(event))
