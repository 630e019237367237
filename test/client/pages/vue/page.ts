import { createSSRApp } from 'vue'
import { sessionPlugin } from '../../../../src/client/bindings/vue.ts'
import App from './App.vue'

const { session } = JSON.parse(document.getElementById('data')?.textContent ?? '{}')
createSSRApp(App).use(sessionPlugin({ session })).mount('#root')
