import type { Language } from '../types/language.ts'

/** English, the default language of pages and mails. */
const en: Language = { lang: 'en' }

export default en
