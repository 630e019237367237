import type { Theme } from 'vitepress'
import DefaultTheme from 'vitepress/theme-without-fonts'
import { defineAsyncComponent } from 'vue'
import './site.css'

const theme: Theme = {
  extends: DefaultTheme,
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
