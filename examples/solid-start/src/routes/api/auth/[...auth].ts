export { GET, POST } from '../../../auth.ts'
