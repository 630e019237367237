import type { Translation } from '../types/language.ts'

/** Indonesian. */
const id: Translation = {
  lang: 'id',
  text: {
    signIn: 'Masuk',
    signInTo: (name) => `Masuk ke ${name}`,
    signInWith: (name) => `Masuk dengan ${name}`,
    more: 'Cara lain untuk masuk',
    or: 'atau',
    noMethods: 'Belum ada cara untuk masuk di sini.',
    continue: 'Lanjutkan',
    cancel: 'Batal',
    signOut: 'Keluar',
    signOutOf: (name) => `Keluar dari ${name}`,
    signOutText: 'Anda dapat masuk lagi kapan saja.',
    signedInAs: (who) => `Anda masuk sebagai ${who}.`,
    staySignedIn: 'Tetap masuk',
    tryAgain: 'Coba lagi',
    developer: 'Untuk pengembang',
    developerText: 'Hanya ditampilkan selama pengembangan.',
    otherWay: 'Masuk dengan cara lain',
    connect: 'Hubungkan',
    account: 'Akun Anda',
    platforms: 'Platform yang terhubung',
    noPlatforms: 'Tidak ada platform yang terhubung.',
    connected: 'Terhubung',
    disconnect: 'Putuskan',
    added: 'Ditambahkan',
    lastUsed: 'Terakhir digunakan',
    remove: 'Hapus',
    rename: 'Ganti nama',
    newName: 'Nama baru',
    save: 'Simpan',
    sessions: 'Tempat Anda masuk',
    thisDevice: 'Perangkat ini',
    unknownDevice: 'Perangkat tidak dikenal',
    device: (browser, system) => `${browser} di ${system}`,
    signOutEverywhere: 'Keluar dari semua perangkat',
    back: 'Kembali',
    backTo: (name) => `Kembali ke ${name}`,
    deleteAccount: 'Hapus akun saya',
    deleteText:
      'Akun Anda dan semua yang terkait dengannya akan dihapus. Tindakan ini tidak dapat dibatalkan.',
    deleteConfirm: 'Saya mengerti',
  },
  methods: {
    email: {
      email: 'Email',
      sendLink: 'Kirim tautan',
      checkMail: 'Periksa email Anda',
      sent: 'Kami telah mengirim email kepada Anda.',
      sentTo: (email) => `Kami telah mengirim email ke ${email}.`,
      openLink: 'Buka tautan di dalamnya untuk masuk.',
      openLinkOrTypeCode: 'Buka tautan di dalamnya, atau masukkan kode enam digit di sini.',
      code: 'Kode enam digit',
      again: 'Kirim ulang',
      confirmSignIn: 'Lanjutkan masuk',
      confirmSignInText: 'Anda akan masuk sebagai:',
      notYou: 'Bukan Anda yang meminta? Batalkan saja, tidak ada yang akan berubah.',
    },
    webauthn: {
      signIn: 'Masuk dengan kunci sandi',
      signUp: 'Baru di sini? Daftar dengan kunci sandi',
      yourName: 'Nama Anda',
      create: 'Buat kunci sandi',
      needsScript: 'Kunci sandi memerlukan JavaScript, yang dinonaktifkan di browser ini.',
      title: 'Kunci sandi',
      none: 'Anda belum memiliki kunci sandi.',
      add: 'Tambahkan kunci sandi',
    },
  },
  mail: {
    subject: (app) => `Masuk ke ${app}`,
    title: (app) => `Masuk ke ${app}`,
    open: 'Buka tautan ini untuk masuk:',
    button: 'Masuk',
    code: 'Atau masukkan kode ini di halaman masuk:',
    expires: (_minutes, duration) =>
      `Tautan hanya dapat digunakan sekali dan berlaku selama ${duration}.`,
    paste: 'Jika tombol tidak berfungsi, buka alamat ini:',
    ignore: 'Bukan Anda yang meminta? Abaikan saja email ini.',
  },
  errors: {
    Configuration: {
      title: 'Saat ini tidak bisa masuk',
      text: 'Silakan coba lagi nanti.',
    },
    InvalidRequest: {
      title: 'Permintaan itu tidak dapat dibaca',
      text: 'Tidak ada yang berubah. Silakan coba lagi.',
    },
    NotFound: { title: 'Halaman tidak ditemukan', text: 'Tidak ada apa pun di alamat ini.' },
    MethodNotAllowed: {
      title: 'Itu tidak dapat dilakukan di sini',
      text: 'Silakan kembali dan coba lagi.',
    },
    CrossSite: {
      title: 'Permintaan itu berasal dari situs lain',
      text: 'Demi keamanan Anda, tidak ada yang diubah. Silakan mulai lagi dari situs ini.',
    },
    RateLimited: {
      title: 'Terlalu banyak percobaan',
      text: 'Tunggu sebentar, lalu coba lagi.',
    },
    SessionRequired: {
      title: 'Silakan masuk terlebih dahulu',
      text: 'Anda harus masuk untuk melakukan itu.',
    },
    RecentSignInRequired: {
      title: 'Silakan masuk lagi terlebih dahulu',
      text: 'Demi keamanan Anda, kami meminta Anda masuk lagi sebelum perubahan seperti ini.',
    },
    AccessDenied: {
      title: 'Anda belum masuk',
      text: 'Proses masuk dibatalkan, atau akun ini tidak diizinkan masuk.',
    },
    FlowMissing: {
      title: 'Proses masuk ini tidak dapat dilanjutkan',
      text: 'Proses dimulai di browser lain, sudah digunakan, atau cookie diblokir. Silakan mulai lagi.',
    },
    FlowExpired: {
      title: 'Proses masuk terlalu lama',
      text: 'Demi keamanan Anda, waktunya telah habis. Silakan mulai lagi.',
    },
    CheckFailed: {
      title: 'Proses masuk ini tidak dapat diverifikasi',
      text: 'Silakan mulai lagi.',
    },
    PlatformError: {
      title: 'Platform tidak dapat memproses masuk Anda',
      text: 'Coba lagi, atau pilih cara lain untuk masuk.',
    },
    PlatformUnreachable: {
      title: 'Platform tidak merespons',
      text: 'Silakan coba lagi sebentar lagi.',
    },
    ProfileInvalid: {
      title: 'Platform tidak memberi tahu kami siapa Anda',
      text: 'Coba lagi, atau pilih cara lain untuk masuk.',
    },
    OAuthAccountNotLinked: {
      title: 'Anda sudah memiliki akun di sini',
      text: 'Masuklah dengan cara yang sama seperti sebelumnya. Setelah itu, Anda dapat menghubungkan platform ini di halaman akun.',
    },
    AccountTaken: {
      title: 'Akun itu sudah terhubung',
      text: 'Akun itu terhubung ke akun lain di situs ini.',
    },
    LastMethod: {
      title: 'Ini satu-satunya cara Anda untuk masuk',
      text: 'Tambahkan cara lain sebelum menghapus yang ini.',
    },
    Verification: {
      title: 'Tautan atau kode ini tidak berlaku lagi',
      text: 'Mungkin sudah kedaluwarsa atau sudah digunakan. Silakan minta yang baru.',
    },
    EmailInvalid: {
      title: 'Itu bukan alamat email',
      text: 'Masukkan satu alamat, misalnya ada@example.com.',
    },
    MailFailed: {
      title: 'Email tidak dapat dikirim',
      text: 'Coba lagi sebentar lagi, atau pilih cara lain untuk masuk.',
    },
    CredentialsSignin: {
      title: 'Data tidak cocok',
      text: 'Periksa data yang Anda masukkan, lalu coba lagi.',
    },
    WebAuthnVerification: {
      title: 'Kunci sandi itu tidak dapat diverifikasi',
      text: 'Coba lagi, atau pilih cara lain untuk masuk.',
    },
    SignInAgain: {
      title: 'Silakan masuk lagi',
      text: 'Platform memerlukan izin Anda sekali lagi.',
    },
    Unsupported: {
      title: 'Itu tidak didukung di sini',
      text: 'Silakan pilih cara lain.',
    },
    StorageConflict: {
      title: 'Sedang diproses',
      text: 'Tidak ada yang berubah. Silakan coba lagi.',
    },
    StorageError: {
      title: 'Itu tidak dapat dilakukan saat ini',
      text: 'Silakan coba lagi sebentar lagi.',
    },
    Internal: { title: 'Terjadi kesalahan', text: 'Silakan coba lagi.' },
  },
}

export default id
