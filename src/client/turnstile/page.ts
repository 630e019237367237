// The module of pages with forms: `tools/page-modules.mjs` turns it into src/gate/turnstile-script.ts.
import { guard } from '../gate/guard.ts'

/** The part of Cloudflare's script that we use. */
interface Turnstile {
  render(box: HTMLElement, options: object): string
  remove(widget: string): void
}

/** The key and address, as one text: the server writes the two of them into this module. */
const [siteKey = '', api = ''] = '{siteKey} {api}'.split(' ')

/** A token is good for five minutes. */
const freshFor = 240_000

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-turnstile]'))
  guard(form, { earn: widgetOf(form), freshFor })

/** The widget of a form. Cloudflare is asked for nothing before somebody uses the form, and shows itself only to those it doubts. */
function widgetOf(form: HTMLFormElement): () => Promise<string> {
  const box = document.createElement('div')
  // A frame in a line of text would leave room for letters below it.
  box.style.display = 'grid'
  let widget: string | undefined
  return async () => {
    const turnstile = await loadApi()
    // A widget that has given its token, or failed, is of no more use.
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

/** Puts the widget before the button. One that shows nothing takes no room, but is no less there: hidden frames do not work. */
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
