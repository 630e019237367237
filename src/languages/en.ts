import type { Language } from '../types/language.ts'

/** English: what the pages and mails say where nothing else is said. */
const en: Language = { lang: 'en' }

export default en
