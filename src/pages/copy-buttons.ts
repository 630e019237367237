import { type Fragment, html } from './html.ts'

/** The words on the buttons. */
export interface CopyWords {
  readonly copy: string
  /** The button's text once it has copied. */
  readonly copied: string
}

/** Rules for buttons that look like links. The module of `copy-script.ts` shows those that work in this browser. */
export const copyCss: string =
  '.links button{width:auto;min-height:0;padding:0;border:0;background:none;font-weight:400;text-decoration:underline;text-underline-offset:.2em}[hidden]{display:none!important}'

/** A button that copies a text. Without scripts nobody sees it. */
export function copyButton(text: string, say: CopyWords): Fragment {
  return html`<button type="button" hidden data-does="copy" data-text="${text}" data-done="${say.copied}">${say.copy}</button>`
}

/** A button that prints the page. Without scripts nobody sees it. */
export function printButton(label: string): Fragment {
  return html`<button type="button" hidden data-does="print">${label}</button>`
}
