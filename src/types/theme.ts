/** The look of the built-in pages and mails. */
export interface Theme {
  /** The application's name. */
  name?: string
  /** Address of the application's logo. */
  logo?: string
  /** The logo for dark pages. */
  logoDark?: string
  brandColor?: string
  /** The brand's colour on dark pages. */
  brandColorDark?: string
  buttonText?: string
  colorScheme?: 'auto' | 'light' | 'dark'
  /** The radius of corners, such as `0` or `12px`. */
  radius?: string
  /** Font families that visitors have, such as `Georgia, serif`. */
  font?: string
  /** Your pages, linked at the end of every built-in one. */
  links?: {
    terms?: string
    privacy?: string
    support?: string
  }
  /** Added after the built-in style sheet. */
  css?: string
}
