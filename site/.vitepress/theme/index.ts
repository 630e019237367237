import type { Theme } from 'vitepress'
import DefaultTheme from 'vitepress/theme-without-fonts'
import { defineAsyncComponent, h } from 'vue'
import NotFound from './NotFound.vue'
import './site.css'

const theme: Theme = {
  extends: DefaultTheme,
  // VitePress's own page has no main landmark.
  Layout: () => h(DefaultTheme.Layout, null, { 'not-found': () => h(NotFound) }),
  enhanceApp({ app }) {
    // Each is on one page only; the others need not load them.
    app.component(
      'StartPage',
      defineAsyncComponent(() => import('./StartPage.vue')),
    )
    app.component(
      'PlatformSearch',
      defineAsyncComponent(() => import('./PlatformSearch.vue')),
    )
  },
}

export default theme
