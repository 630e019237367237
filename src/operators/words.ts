import type { OperatorText } from '../types/operators.ts'

/** Every sentence of the pages of operators, in the languages that we speak besides English. */
export const words: Readonly<Record<string, OperatorText>> = {
  ar: {
    blocked: 'هذا الحساب محظور',
    blockedText:
      'لا يمكنك تسجيل الدخول به حاليًا. إذا كنت تعتقد أن هذا خطأ، فتواصل مع القائمين على هذا الموقع.',
    actingAs: (name) => `أنت تتصرف باسم ${name}.`,
    stopActing: 'العودة إلى حسابك',
  },
  de: {
    blocked: 'Dieses Konto ist gesperrt',
    blockedText:
      'Sie können sich damit zurzeit nicht anmelden. Wenn Sie das für einen Irrtum halten, wenden Sie sich an die Betreiber dieser Website.',
    actingAs: (name) => `Sie handeln als ${name}.`,
    stopActing: 'Zurück zu Ihrem eigenen Konto',
  },
  es: {
    blocked: 'Esta cuenta está bloqueada',
    blockedText:
      'Por ahora no puedes iniciar sesión con ella. Si crees que es un error, ponte en contacto con los responsables de este sitio.',
    actingAs: (name) => `Estás actuando como ${name}.`,
    stopActing: 'Volver a tu cuenta',
  },
  fr: {
    blocked: 'Ce compte est bloqué',
    blockedText:
      'Vous ne pouvez pas vous connecter avec ce compte pour le moment. Si vous pensez qu’il s’agit d’une erreur, contactez les responsables de ce site.',
    actingAs: (name) => `Vous agissez en tant que ${name}.`,
    stopActing: 'Revenir à votre compte',
  },
  id: {
    blocked: 'Akun ini diblokir',
    blockedText:
      'Anda tidak dapat masuk dengan akun ini untuk saat ini. Jika menurut Anda ini keliru, hubungi pengelola situs ini.',
    actingAs: (name) => `Anda bertindak sebagai ${name}.`,
    stopActing: 'Kembali ke akun Anda',
  },
  ja: {
    blocked: 'このアカウントはブロックされています',
    blockedText:
      '現在、このアカウントではログインできません。誤りだと思われる場合は、このサイトの運営者にお問い合わせください。',
    actingAs: (name) => `${name}として操作しています。`,
    stopActing: '自分のアカウントに戻る',
  },
  'pt-BR': {
    blocked: 'Esta conta está bloqueada',
    blockedText:
      'No momento, você não pode entrar com ela. Se acha que é um engano, fale com os responsáveis por este site.',
    actingAs: (name) => `Você está agindo como ${name}.`,
    stopActing: 'Voltar à sua conta',
  },
  tr: {
    blocked: 'Bu hesap engellendi',
    blockedText:
      'Şu anda bu hesapla giriş yapamazsınız. Bunun bir hata olduğunu düşünüyorsanız bu siteyi yönetenlerle iletişime geçin.',
    actingAs: (name) => `${name} adına işlem yapıyorsunuz.`,
    stopActing: 'Kendi hesabınıza dönün',
  },
  'zh-Hans': {
    blocked: '此账号已被封禁',
    blockedText: '目前无法使用此账号登录。如果您认为这是误操作，请联系本网站的管理者。',
    actingAs: (name) => `您正在以 ${name} 的身份操作。`,
    stopActing: '返回自己的账号',
  },
}
