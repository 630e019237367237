// The module of pages with forms: `tools/page-modules.mjs` turns it into src/gate/turnstile-script.ts.
import { guard } from '../gate/guard.ts'

/** The part of Cloudflare's script that we use. */
interface Turnstile {
  render(box: HTMLElement, options: object): string
  remove(widget: string): void
}

/** The site key, and the address of Cloudflare's script. The server writes both into this module. */
const [siteKey = '', api = ''] = '{siteKey} {api}'.split(' ')

/** In milliseconds; a token is valid for five minutes. */
const freshFor = 240_000

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-turnstile]'))
  guard(form, { earn: widgetOf(form), freshFor })

/**
 * The widget of a form. Nothing is loaded from Cloudflare before the visitor uses the form, and only visitors whom it doubts see the
 * widget.
 */
function widgetOf(form: HTMLFormElement): () => Promise<string> {
  const box = document.createElement('div')
  // An inline frame would leave room below it for descenders.
  box.style.display = 'grid'
  let widget: string | undefined
  return async () => {
    const turnstile = await loadApi()
    // A widget works once, whether it gave a token or failed.
    if (widget) turnstile.remove(widget)
    showBox(form, box, false)
    return new Promise((resolve, reject) => {
      const fail = () => {
        reject(new Error('Turnstile gave no token'))
        return true
      }
      widget = turnstile.render(box, {
        sitekey: siteKey,
        action: form.dataset.turnstile,
        ...looks(form),
        appearance: 'interaction-only',
        'response-field': false,
        retry: 'never',
        'refresh-expired': 'never',
        'before-interactive-callback': () => showBox(form, box, true),
        'after-interactive-callback': () => showBox(form, box, false),
        callback: resolve,
        'error-callback': fail,
        'unsupported-callback': fail,
      })
    })
  }
}

/** Puts the widget before the button. One that shows nothing takes no room but is not hidden: hidden frames do not work. */
function showBox(form: HTMLFormElement, box: HTMLElement, isShown: boolean): void {
  const button = form.querySelector('button')
  if (!button) form.append(box)
  else if (!box.parentElement) button.before(box)
  box.style.position = isShown ? '' : 'absolute'
}

function looks(form: HTMLFormElement): object {
  const { colorScheme } = getComputedStyle(document.documentElement)
  const { lang } = document.documentElement
  return {
    theme: /^(light|dark)$/.test(colorScheme) ? colorScheme : 'auto',
    // Cloudflare names Chinese by countries, not by scripts.
    language: lang.replace('zh-Hans', 'zh-CN') || 'auto',
    size: form.clientWidth < 300 ? 'compact' : 'flexible',
  }
}

let loading: Promise<Turnstile> | undefined

function loadApi(): Promise<Turnstile> {
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = api
    script.onload = () => resolve(Reflect.get(window, 'turnstile'))
    script.onerror = () => {
      loading = undefined
      script.remove()
      reject(new Error('Turnstile could not be loaded'))
    }
    document.head.append(script)
  })
  return loading
}
