export default defineEventHandler(async (event) => {
  await requireSession(event)
  return readBody(event)
})
