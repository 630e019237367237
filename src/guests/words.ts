import type { GuestText } from '../types/guest.ts'

/** Every sentence of the pages about guests, in the languages that we speak besides English. */
export const words: Readonly<Record<string, GuestText>> = {
  ar: {
    begin: 'المتابعة كضيف',
    title: 'أنت هنا كضيف',
    keep: 'سجّل الدخول للاحتفاظ بعملك. من دون حساب يضيع عندما ينساك هذا المتصفح.',
    signIn: 'تسجيل الدخول للاحتفاظ بعملك',
  },
  de: {
    begin: 'Als Gast fortfahren',
    title: 'Sie sind als Gast hier',
    keep: 'Melden Sie sich an, um Ihre Arbeit zu behalten. Ohne Konto geht sie verloren, wenn dieser Browser Sie vergisst.',
    signIn: 'Anmelden und Arbeit behalten',
  },
  es: {
    begin: 'Continuar como invitado',
    title: 'Estás aquí como invitado',
    keep: 'Inicia sesión para conservar tu trabajo. Sin una cuenta, se pierde cuando este navegador te olvida.',
    signIn: 'Iniciar sesión para conservar tu trabajo',
  },
  fr: {
    begin: 'Continuer en tant qu’invité',
    title: 'Vous êtes ici en tant qu’invité',
    keep: 'Connectez-vous pour conserver votre travail. Sans compte, il sera perdu dès que ce navigateur vous oubliera.',
    signIn: 'Se connecter pour conserver mon travail',
  },
  id: {
    begin: 'Lanjutkan sebagai tamu',
    title: 'Anda di sini sebagai tamu',
    keep: 'Masuk untuk menyimpan pekerjaan Anda. Tanpa akun, pekerjaan itu hilang saat browser ini melupakan Anda.',
    signIn: 'Masuk untuk menyimpan pekerjaan Anda',
  },
  ja: {
    begin: 'ゲストとして続ける',
    title: 'ゲストとして利用中です',
    keep: '作業内容を残すにはログインしてください。アカウントがないと、このブラウザの記録が消えたときに失われます。',
    signIn: 'ログインして作業内容を残す',
  },
  'pt-BR': {
    begin: 'Continuar como convidado',
    title: 'Você está aqui como convidado',
    keep: 'Entre para manter seu trabalho. Sem uma conta, ele se perde quando este navegador esquecer você.',
    signIn: 'Entrar para manter seu trabalho',
  },
  tr: {
    begin: 'Misafir olarak devam et',
    title: 'Burada misafirsiniz',
    keep: 'Çalışmalarınızı saklamak için giriş yapın. Hesap olmadan, bu tarayıcı sizi unuttuğunda kaybolurlar.',
    signIn: 'Çalışmalarımı saklamak için giriş yap',
  },
  'zh-Hans': {
    begin: '以访客身份继续',
    title: '您正以访客身份使用',
    keep: '登录即可保留您的内容。如果没有账号，一旦此浏览器不再记得您，内容就会丢失。',
    signIn: '登录以保留内容',
  },
}
