import type { QrCodeText } from '../types/kit.ts'

/** Every sentence about codes to scan, in all languages but English. */
export const words: Readonly<Record<string, QrCodeText>> = {
  ar: {
    title: (platform) => `تسجيل الدخول عبر ${platform} على هاتفك`,
    show: 'إظهار رمز QR',
    scan: (platform) => `افتح ${platform} على هاتفك، وامسح هذا الرمز، ثم أكّد هناك.`,
    scanned: 'تم مسح الرمز. أكّد الآن على هاتفك.',
    drawing: 'رمز QR',
    openApp: (platform) => `فتح ${platform} على هذا الجهاز`,
  },
  de: {
    title: (platform) => `Mit ${platform} auf dem Smartphone anmelden`,
    show: 'QR-Code anzeigen',
    scan: (platform) =>
      `Öffnen Sie ${platform} auf dem Smartphone, scannen Sie diesen Code und bestätigen Sie dort.`,
    scanned: 'Der Code wurde gescannt. Bestätigen Sie jetzt auf dem Smartphone.',
    drawing: 'QR-Code',
    openApp: (platform) => `${platform} auf diesem Gerät öffnen`,
  },
  es: {
    title: (platform) => `Iniciar sesión con ${platform} en el teléfono`,
    show: 'Mostrar un código QR',
    scan: (platform) => `Abre ${platform} en el teléfono, escanea este código y confirma.`,
    scanned: 'El código se ha escaneado. Confirma ahora en el teléfono.',
    drawing: 'Código QR',
    openApp: (platform) => `Abrir ${platform} en este dispositivo`,
  },
  fr: {
    title: (platform) => `Se connecter avec ${platform} sur le téléphone`,
    show: 'Afficher un code QR',
    scan: (platform) => `Ouvrez ${platform} sur votre téléphone, scannez ce code, puis confirmez.`,
    scanned: 'Le code a été scanné. Confirmez maintenant sur votre téléphone.',
    drawing: 'Code QR',
    openApp: (platform) => `Ouvrir ${platform} sur cet appareil`,
  },
  id: {
    title: (platform) => `Masuk dengan ${platform} di ponsel`,
    show: 'Tampilkan kode QR',
    scan: (platform) => `Buka ${platform} di ponsel, pindai kode ini, lalu konfirmasi di sana.`,
    scanned: 'Kode sudah dipindai. Sekarang konfirmasi di ponsel.',
    drawing: 'Kode QR',
    openApp: (platform) => `Buka ${platform} di perangkat ini`,
  },
  ja: {
    title: (platform) => `スマートフォンの${platform}でログイン`,
    show: 'QRコードを表示',
    scan: (platform) =>
      `スマートフォンで${platform}を開き、このコードを読み取って確認してください。`,
    scanned: 'コードが読み取られました。スマートフォンで確認してください。',
    drawing: 'QRコード',
    openApp: (platform) => `このデバイスで${platform}を開く`,
  },
  'pt-BR': {
    title: (platform) => `Entrar com o ${platform} no celular`,
    show: 'Mostrar um código QR',
    scan: (platform) => `Abra o ${platform} no celular, escaneie este código e confirme.`,
    scanned: 'O código foi escaneado. Agora confirme no celular.',
    drawing: 'Código QR',
    openApp: (platform) => `Abrir o ${platform} neste dispositivo`,
  },
  tr: {
    title: (platform) => `Telefondaki ${platform} ile giriş yap`,
    show: 'QR kodu göster',
    scan: (platform) => `Telefonunuzda ${platform} uygulamasını açın, bu kodu okutun ve onaylayın.`,
    scanned: 'Kod okutuldu. Şimdi telefonunuzda onaylayın.',
    drawing: 'QR kodu',
    openApp: (platform) => `${platform} uygulamasını bu cihazda aç`,
  },
  'zh-Hans': {
    title: (platform) => `使用手机上的 ${platform} 登录`,
    show: '显示二维码',
    scan: (platform) => `在手机上打开 ${platform}，扫描此二维码并确认。`,
    scanned: '已扫描。请在手机上确认。',
    drawing: '二维码',
    openApp: (platform) => `在此设备上打开 ${platform}`,
  },
}
