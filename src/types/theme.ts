/** How the built-in pages and mails look. */
export interface Theme {
  /** The application's name. */
  name?: string
  /** Address of the application's logo. */
  logo?: string
  brandColor?: string
  buttonText?: string
  colorScheme?: 'auto' | 'light' | 'dark'
  /** Added after the built-in style sheet. */
  css?: string
}
