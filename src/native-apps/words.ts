import type { NativeAppText } from '../types/native-apps.ts'

/** Every sentence of the page that asks the visitor, in all languages besides English. */
export const words: Readonly<Record<string, NativeAppText>> = {
  ar: {
    continueAs: (app, person) => `المتابعة إلى ${app} باسم ${person}`,
    question: (app) => `تابع فقط إذا طلبت للتو من ${app} على هذا الجهاز تسجيل دخولك.`,
    otherAccount: 'استخدام حساب آخر',
  },
  de: {
    continueAs: (app, person) => `Als ${person} weiter zu ${app}`,
    question: (app) =>
      `Fahren Sie nur fort, wenn Sie sich gerade auf diesem Gerät bei ${app} anmelden wollten.`,
    otherAccount: 'Ein anderes Konto verwenden',
  },
  es: {
    continueAs: (app, person) => `Continuar en ${app} como ${person}`,
    question: (app) =>
      `Continúa solo si acabas de pedir iniciar sesión en ${app} en este dispositivo.`,
    otherAccount: 'Usar otra cuenta',
  },
  fr: {
    continueAs: (app, person) => `Continuer vers ${app} en tant que ${person}`,
    question: (app) =>
      `Continuez seulement si vous venez de demander à vous connecter à ${app} sur cet appareil.`,
    otherAccount: 'Utiliser un autre compte',
  },
  id: {
    continueAs: (app, person) => `Lanjutkan ke ${app} sebagai ${person}`,
    question: (app) =>
      `Lanjutkan hanya jika Anda baru saja meminta masuk ke ${app} di perangkat ini.`,
    otherAccount: 'Gunakan akun lain',
  },
  ja: {
    continueAs: (app, person) => `${person}として${app}に進む`,
    question: (app) => `このデバイスの${app}でログインしようとした場合にのみ、続けてください。`,
    otherAccount: '別のアカウントを使う',
  },
  'pt-BR': {
    continueAs: (app, person) => `Continuar para ${app} como ${person}`,
    question: (app) =>
      `Continue somente se você acabou de pedir para entrar em ${app} neste dispositivo.`,
    otherAccount: 'Usar outra conta',
  },
  tr: {
    continueAs: (app, person) => `${app} uygulamasına ${person} olarak devam et`,
    question: (app) =>
      `Yalnızca bu cihazda ${app} uygulamasına giriş yapmayı az önce siz istediyseniz devam edin.`,
    otherAccount: 'Başka bir hesap kullan',
  },
  'zh-Hans': {
    continueAs: (app, person) => `以 ${person} 的身份继续前往 ${app}`,
    question: (app) => `只有在您刚刚在此设备上要求登录 ${app} 时，才请继续。`,
    otherAccount: '使用其他账号',
  },
}
