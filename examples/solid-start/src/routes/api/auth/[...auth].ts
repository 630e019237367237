export { GET, OPTIONS, POST } from '../../../auth'
