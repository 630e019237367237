/** The options of `turnstile.render` that Cloudflare documents. */
const options = [
  ...['sitekey', 'action', 'cData', 'execution', 'theme', 'language', 'tabindex', 'size'],
  ...['response-field', 'response-field-name', 'retry', 'retry-interval', 'appearance'],
  ...['refresh-expired', 'refresh-timeout', 'feedback-enabled', 'callback', 'error-callback'],
  ...['expired-callback', 'timeout-callback', 'unsupported-callback'],
  ...['before-interactive-callback', 'after-interactive-callback'],
]

/** The script of pages: the part of the real one that renders widgets explicitly. Unknown options are errors. */
export const api: string = `(() => {
  const known = ${JSON.stringify(options)}
  const practice = new URL('practice', document.currentScript.src)
  const widgets = new Map()
  const place = (frame, isShown) => {
    frame.style.cssText = isShown ? 'border:0;width:100%;min-width:150px;height:65px' : 'border:0;width:0;height:0'
  }
  const show = (widget) => {
    const { sitekey = '', action = '', theme = 'auto' } = widget.options
    const url = new URL(practice)
    url.search = new URLSearchParams({ sitekey, action, theme, hostname: location.hostname })
    widget.token = undefined
    place(widget.frame, widget.options.appearance !== 'interaction-only')
    widget.frame.src = url
  }
  const last = () => [...widgets.keys()].at(-1)
  window.turnstile = {
    render(container, options) {
      const box = typeof container === 'string' ? document.querySelector(container) : container
      const unknown = Object.keys(options).find((name) => !known.includes(name))
      if (!box || unknown) throw new TypeError('Practice Turnstile: ' + (unknown ? 'unknown option ' + unknown : 'no container'))
      const frame = document.createElement('iframe')
      frame.title = 'Practice Turnstile'
      const id = 'practice-widget-' + widgets.size + '-' + Date.now()
      widgets.set(id, { frame, options })
      show(widgets.get(id))
      box.append(frame)
      return id
    },
    remove(id = last()) {
      widgets.get(id)?.frame.remove()
      widgets.delete(id)
    },
    reset: (id = last()) => show(widgets.get(id)),
    getResponse: (id = last()) => widgets.get(id)?.token,
  }
  addEventListener('message', ({ source, origin, data }) => {
    const widget = [...widgets.values()].find(({ frame }) => frame.contentWindow === source)
    if (!widget || origin !== practice.origin) return
    const { options, frame } = widget
    if (data.asks) {
      place(frame, true)
      options['before-interactive-callback']?.()
    } else if (data.error) options['error-callback']?.(data.error)
    else {
      if (data.asked) options['after-interactive-callback']?.()
      widget.token = data.token
      options.callback?.(data.token)
    }
  })
})()
`

/** The script of a widget's frame. */
export const frame = `const { token, error, mood } = document.body.dataset
const tell = (data) => parent.postMessage(data, '*')
if (error) tell({ error })
else if (mood === 'asks') {
  tell({ asks: true })
  document.querySelector('input').onchange = () => tell({ token, asked: true })
} else tell({ token })`
