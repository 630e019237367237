import type { Translation } from '../types/language.ts'

/** Turkish. Names take no endings, because the ending would depend on the name's last vowel. */
const tr: Translation = {
  lang: 'tr',
  text: {
    signIn: 'Giriş yap',
    signInTo: (name) => `${name} hesabına giriş yap`,
    signInWith: (name) => `${name} ile giriş yap`,
    more: 'Diğer giriş yöntemleri',
    or: 'veya',
    noMethods: 'Burada henüz bir giriş yöntemi yok.',
    continue: 'Devam et',
    cancel: 'Vazgeç',
    signOut: 'Çıkış yap',
    signOutOf: (name) => `${name} hesabından çıkış yap`,
    signOutText: 'İstediğiniz zaman yeniden giriş yapabilirsiniz.',
    signedInAs: (who) => `${who} olarak giriş yaptınız.`,
    staySignedIn: 'Oturumu açık tut',
    tryAgain: 'Tekrar dene',
    developer: 'Geliştirici için',
    developerText: 'Yalnızca geliştirme sırasında gösterilir.',
    otherWay: 'Başka bir yöntemle giriş yap',
    connect: 'Bağla',
    account: 'Hesabınız',
    platforms: 'Bağlı platformlar',
    noPlatforms: 'Bağlı platform yok.',
    connected: 'Bağlı',
    disconnect: 'Bağlantıyı kaldır',
    added: 'Eklenme:',
    lastUsed: 'Son kullanım:',
    remove: 'Kaldır',
    rename: 'Yeniden adlandır',
    newName: 'Yeni ad',
    save: 'Kaydet',
    sessions: 'Açık oturumlarınız',
    thisDevice: 'Bu cihaz',
    unknownDevice: 'Bilinmeyen cihaz',
    device: (browser, system) => `${browser}, ${system}`,
    signOutEverywhere: 'Tüm cihazlardan çıkış yap',
    back: 'Geri',
    backTo: (name) => `${name} sitesine dön`,
    deleteAccount: 'Hesabımı sil',
    deleteText: 'Hesabınız ve ona ait her şey silinecek. Bu işlem geri alınamaz.',
    deleteConfirm: 'Anladım',
  },
  methods: {
    email: {
      email: 'E-posta',
      sendLink: 'Bağlantı gönder',
      checkMail: 'E-postanızı kontrol edin',
      sent: 'Size bir e-posta gönderdik.',
      sentTo: (email) => `${email} adresine bir e-posta gönderdik.`,
      openLink: 'Giriş yapmak için e-postadaki bağlantıyı açın.',
      openLinkOrTypeCode: 'E-postadaki bağlantıyı açın veya altı haneli kodu buraya girin.',
      code: 'Altı haneli kod',
      again: 'Tekrar gönder',
      confirmSignIn: 'Girişe devam et',
      confirmSignInText: 'Şu adresle giriş yapmak üzeresiniz:',
      notYou: 'Bunu siz istemediyseniz vazgeçin; hiçbir şey değişmez.',
    },
    webauthn: {
      signIn: 'Geçiş anahtarıyla giriş yap',
      signUp: 'Yeni misiniz? Geçiş anahtarıyla kaydolun',
      yourName: 'Adınız',
      create: 'Geçiş anahtarı oluştur',
      needsScript: 'Geçiş anahtarları için JavaScript gerekir; bu tarayıcıda kapalı.',
      title: 'Geçiş anahtarları',
      none: 'Henüz bir geçiş anahtarınız yok.',
      add: 'Geçiş anahtarı ekle',
    },
  },
  mail: {
    subject: (app) => `${app} hesabınıza giriş yapın`,
    title: (app) => `${app} hesabınıza giriş yapın`,
    open: 'Giriş yapmak için bu bağlantıyı açın:',
    button: 'Giriş yap',
    code: 'Veya bu kodu giriş sayfasına girin:',
    expires: (_minutes, duration) =>
      `Bağlantı yalnızca bir kez kullanılabilir ve ${duration} geçerlidir.`,
    paste: 'Düğme çalışmazsa şu adresi açın:',
    ignore: 'Bunu siz istemediyseniz bu e-postayı dikkate almayın.',
  },
  errors: {
    Configuration: {
      title: 'Şu anda giriş yapılamıyor',
      text: 'Lütfen daha sonra tekrar deneyin.',
    },
    InvalidRequest: {
      title: 'Bu isteği okuyamadık',
      text: 'Hiçbir şey değişmedi. Lütfen tekrar deneyin.',
    },
    NotFound: { title: 'Sayfa bulunamadı', text: 'Bu adreste bir şey yok.' },
    MethodNotAllowed: {
      title: 'Bu burada yapılamıyor',
      text: 'Lütfen geri dönüp tekrar deneyin.',
    },
    CrossSite: {
      title: 'Bu istek başka bir siteden geldi',
      text: 'Güvenliğiniz için hiçbir şey değiştirilmedi. Lütfen bu siteden yeniden başlayın.',
    },
    RateLimited: {
      title: 'Çok fazla deneme yapıldı',
      text: 'Lütfen biraz bekleyip tekrar deneyin.',
    },
    SessionRequired: {
      title: 'Lütfen önce giriş yapın',
      text: 'Bunun için giriş yapmış olmanız gerekir.',
    },
    RecentSignInRequired: {
      title: 'Lütfen önce yeniden giriş yapın',
      text: 'Güvenliğiniz için böyle bir değişiklikten önce yeniden giriş yapmanızı istiyoruz.',
    },
    AccessDenied: {
      title: 'Giriş yapılmadı',
      text: 'Giriş iptal edildi veya bu hesabın giriş izni yok.',
    },
    FlowMissing: {
      title: 'Girişe devam edilemedi',
      text: 'Giriş başka bir tarayıcıda başlatılmış, zaten kullanılmış ya da çerezler engellenmiş. Lütfen yeniden başlayın.',
    },
    FlowExpired: {
      title: 'Giriş çok uzun sürdü',
      text: 'Güvenliğiniz için süresi doldu. Lütfen yeniden başlayın.',
    },
    CheckFailed: { title: 'Giriş doğrulanamadı', text: 'Lütfen yeniden başlayın.' },
    PlatformError: {
      title: 'Platform girişinizi tamamlayamadı',
      text: 'Tekrar deneyin veya başka bir yöntem seçin.',
    },
    PlatformUnreachable: {
      title: 'Platform yanıt vermiyor',
      text: 'Lütfen birazdan tekrar deneyin.',
    },
    ProfileInvalid: {
      title: 'Platform kim olduğunuzu bildirmedi',
      text: 'Tekrar deneyin veya başka bir yöntem seçin.',
    },
    OAuthAccountNotLinked: {
      title: 'Burada zaten bir hesabınız var',
      text: 'Daha önce kullandığınız yöntemle giriş yapın. Ardından bu platformu hesap sayfanızdan bağlayabilirsiniz.',
    },
    AccountTaken: {
      title: 'Bu hesap zaten bağlı',
      text: 'Bu sitedeki başka bir hesaba bağlı.',
    },
    LastMethod: {
      title: 'Bu, tek giriş yönteminiz',
      text: 'Kaldırmadan önce başka bir giriş yöntemi ekleyin.',
    },
    Verification: {
      title: 'Bu bağlantı veya kod artık geçerli değil',
      text: 'Süresi dolmuş veya daha önce kullanılmış olabilir. Lütfen yenisini isteyin.',
    },
    EmailInvalid: {
      title: 'Bu bir e-posta adresi değil',
      text: 'Lütfen tek bir adres girin, örneğin ada@example.com.',
    },
    MailFailed: {
      title: 'E-posta gönderilemedi',
      text: 'Birazdan tekrar deneyin veya başka bir yöntem seçin.',
    },
    CredentialsSignin: {
      title: 'Bilgiler eşleşmedi',
      text: 'Girdiğiniz bilgileri kontrol edip tekrar deneyin.',
    },
    WebAuthnVerification: {
      title: 'Geçiş anahtarı doğrulanamadı',
      text: 'Tekrar deneyin veya başka bir yöntem seçin.',
    },
    SignInAgain: {
      title: 'Lütfen yeniden giriş yapın',
      text: 'Platformun yeniden izninize ihtiyacı var.',
    },
    Unsupported: {
      title: 'Bu burada desteklenmiyor',
      text: 'Lütfen başka bir yöntem seçin.',
    },
    StorageConflict: {
      title: 'İşlem zaten sürüyor',
      text: 'Hiçbir şey değişmedi. Lütfen tekrar deneyin.',
    },
    StorageError: {
      title: 'Bu şu anda yapılamıyor',
      text: 'Lütfen birazdan tekrar deneyin.',
    },
    Internal: { title: 'Bir sorun oluştu', text: 'Lütfen tekrar deneyin.' },
  },
}

export default tr
