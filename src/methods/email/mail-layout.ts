import { inkOn, readColor } from '../../pages/color.ts'
import { type Fragment, type Html, html, verbatim } from '../../pages/html.ts'
import type { Theme } from '../../types/theme.ts'

const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

// Mail readers drop style sheets but keep attributes, so the light look is written there and only the dark one is a rule.
export const styles = {
  page: `margin:0;padding:0;background:#f5f5f6;${font}`,
  card: 'max-width:440px;margin:0 auto;background:#ffffff;border:1px solid #dcdce0;border-radius:16px',
  title: 'margin:0 0 24px;font-size:22px;line-height:1.3;color:#18181b',
  text: 'margin:28px 0 8px;font-size:15px;line-height:1.5;color:#5b5d66',
  code: 'margin:0 0 24px;padding:14px 0;font-size:28px;line-height:1;font-weight:600;letter-spacing:4px;text-align:center;color:#18181b;background:#f5f5f6;border-radius:10px',
  small: 'margin:16px 0 0;font-size:13px;line-height:1.5;color:#5b5d66',
}

const dark =
  '.page{background:#0b0b0d!important}.card{background:#17171a!important;border-color:#34353b!important}.ink{color:#f4f4f5!important}.soft{color:#a5a7b0!important}.code{background:#222327!important}.plain{background:#f4f4f5!important}.plain a{color:#17171a!important}'

const sheets: Record<NonNullable<Theme['colorScheme']>, { scheme: string; css: string }> = {
  light: { scheme: 'light', css: '' },
  dark: { scheme: 'dark', css: dark },
  auto: { scheme: 'light dark', css: `@media(prefers-color-scheme:dark){${dark}}` },
}

/** The whole mail around its content. */
export function document(theme: Theme, language: Fragment, title: string, body: Fragment): Html {
  const { scheme, css } = sheets[theme.colorScheme ?? 'auto'] ?? sheets.auto
  return html`<!doctype html><html${language}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"
><meta name="color-scheme" content="${scheme}"><meta name="supported-color-schemes" content="${scheme}"><title>${title}</title
><style>:root{color-scheme:${scheme}}${verbatim(css)}</style></head><body class="page" style="${styles.page}"
><table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td style="padding:32px 16px"
><table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" style="${styles.card}"><tr><td style="padding:32px 28px"
>${body}</td></tr></table></td></tr></table></body></html>`
}

/** A table cell with a colour: the one kind of button that every mail reader draws. */
export function button(theme: Theme, url: string, label: string): Html {
  const brand = readColor(theme.brandColor)
  const ink = brand ? inkOn(brand, readColor(theme.buttonText)) : 'ffffff'
  const cell = `border-radius:10px;background:#${brand ?? '18181b'};text-align:center`
  const link = `display:block;padding:13px 20px;font-size:16px;font-weight:600;text-decoration:none;color:#${ink}`
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td class="${
    brand ? 'brand' : 'plain'
  }" style="${cell}"><a href="${url}" style="${link}">${label}</a></td></tr></table>`
}
