import type { ChangeEmailText } from '../types/change-email.ts'

/** Every sentence of the pages and mails about a new address, in the languages that we speak besides English. */
export const words: Readonly<Record<string, ChangeEmailText>> = {
  ar: {
    title: 'تغيير عنوان بريدك الإلكتروني',
    none: 'ليس لديك عنوان بريد إلكتروني.',
    newAddress: 'عنوان البريد الإلكتروني الجديد',
    change: 'تغيير العنوان',
    check: 'تأكيد عنوان بريدك الجديد',
    sent: (email) =>
      `أرسلنا رسالة بريد إلى ${email}. افتح رابطها في هذا المتصفح، أو أدخل رمزها هنا.`,
    code: 'الرمز',
    confirm: 'تأكيد',
    question: (email) => `سيكون هذا عنوان حسابك: ${email}`,
    elsewhere: 'سجّل الدخول لتأكيد عنوانك الجديد',
    elsewhereText:
      'استخدم الحساب الذي غيّرت العنوان فيه. إن لم تكن أنت من فعل ذلك، فأغلق هذه الصفحة.',
    confirmSubject: (app) => `تأكيد عنوان بريدك الجديد في ${app}`,
    confirmMail:
      'يريد شخص ما، وربما أنت، استخدام هذا العنوان لحسابه. إن كنت أنت، فافتح هذا الرابط حيث سجّلت الدخول:',
    mailCode: 'أو أدخل هذا الرمز في الصفحة التي طلبته منها:',
    takenSubject: (app) => `لديك حساب في ${app} بالفعل`,
    takenMail: (app) =>
      `أراد شخص ما، وربما أنت، استخدام هذا العنوان لحساب آخر في ${app}. هذا العنوان لحسابك، لذلك لم يتغيّر شيء.`,
    changedSubject: (app) => `تغيّر عنوان بريدك في ${app}`,
    newMail: (app) => `هذا هو عنوان حسابك في ${app} الآن.`,
    oldMail: (app) =>
      `لحسابك في ${app} عنوان آخر الآن. إن لم تكن أنت من غيّره، فتراجَع عن التغيير خلال 72 ساعة:`,
    back: 'استعادة عنواني',
    backText: (email) =>
      `يعود العنوان ${email} إلى حسابك. تُنهى جميع الجلسات، ويُزال كل ما أُضيف إلى الحساب منذ التغيير.`,
    done: 'عاد عنوانك',
    doneText: 'أُنهيت جميع الجلسات. سجّل الدخول من جديد وتحقق من حسابك.',
    old: 'لم يعد هذا الرابط يعمل',
    oldText: 'سبق استخدامه، أو انتهت صلاحيته.',
  },
  de: {
    title: 'E-Mail-Adresse ändern',
    none: 'Sie haben keine E-Mail-Adresse.',
    newAddress: 'Neue E-Mail-Adresse',
    change: 'Adresse ändern',
    check: 'Neue E-Mail-Adresse bestätigen',
    sent: (email) =>
      `Wir haben eine E-Mail an ${email} geschickt. Öffnen Sie den Link darin in diesem Browser, oder geben Sie den Code hier ein.`,
    code: 'Code',
    confirm: 'Bestätigen',
    question: (email) => `Ihr Konto bekommt diese Adresse: ${email}`,
    elsewhere: 'Melden Sie sich an, um die neue Adresse zu bestätigen',
    elsewhereText:
      'Verwenden Sie das Konto, dessen Adresse Sie ändern. Waren Sie das nicht, schließen Sie diese Seite.',
    confirmSubject: (app) => `Bestätigen Sie Ihre neue E-Mail-Adresse für ${app}`,
    confirmMail:
      'Jemand, vermutlich Sie selbst, möchte diese Adresse für sein Konto verwenden. Waren Sie es, öffnen Sie diesen Link dort, wo Sie angemeldet sind:',
    mailCode: 'Oder geben Sie diesen Code auf der Seite ein, auf der Sie ihn angefordert haben:',
    takenSubject: (app) => `Sie haben bereits ein Konto bei ${app}`,
    takenMail: (app) =>
      `Jemand, vermutlich Sie selbst, wollte diese Adresse für ein anderes Konto bei ${app} verwenden. Sie gehört zu Ihrem, daher wurde nichts geändert.`,
    changedSubject: (app) => `Ihre E-Mail-Adresse für ${app} wurde geändert`,
    newMail: (app) => `Dies ist nun die Adresse Ihres Kontos bei ${app}.`,
    oldMail: (app) =>
      `Ihr Konto bei ${app} hat nun eine andere Adresse. Waren Sie das nicht, nehmen Sie die Änderung innerhalb von 72 Stunden zurück:`,
    back: 'Meine Adresse zurückholen',
    backText: (email) =>
      `Ihr Konto bekommt wieder die Adresse ${email}. Alle Geräte werden abgemeldet, und was dem Konto seit der Änderung hinzugefügt wurde, wird entfernt.`,
    done: 'Ihre Adresse ist wieder da',
    doneText: 'Alle Geräte wurden abgemeldet. Melden Sie sich erneut an und prüfen Sie Ihr Konto.',
    old: 'Dieser Link funktioniert nicht mehr',
    oldText: 'Er wurde schon verwendet oder ist abgelaufen.',
  },
  es: {
    title: 'Cambiar tu dirección de correo',
    none: 'No tienes ninguna dirección de correo.',
    newAddress: 'Nueva dirección de correo',
    change: 'Cambiar dirección',
    check: 'Confirma tu nueva dirección de correo',
    sent: (email) =>
      `Hemos enviado un correo a ${email}. Abre su enlace en este navegador o introduce aquí su código.`,
    code: 'Código',
    confirm: 'Confirmar',
    question: (email) => `Tu cuenta tendrá esta dirección: ${email}`,
    elsewhere: 'Inicia sesión para confirmar tu nueva dirección',
    elsewhereText:
      'Usa la cuenta en la que cambiaste la dirección. Si no has sido tú, cierra esta página.',
    confirmSubject: (app) => `Confirma tu nueva dirección de correo para ${app}`,
    confirmMail:
      'Alguien, probablemente tú, quiere usar esta dirección para su cuenta. Si has sido tú, abre este enlace donde tienes la sesión iniciada:',
    mailCode: 'O introduce este código en la página donde lo pediste:',
    takenSubject: (app) => `Ya tienes una cuenta en ${app}`,
    takenMail: (app) =>
      `Alguien, probablemente tú, quiso usar esta dirección para otra cuenta en ${app}. Pertenece a la tuya, así que no se ha cambiado nada.`,
    changedSubject: (app) => `Tu dirección de correo en ${app} ha cambiado`,
    newMail: (app) => `Esta es ahora la dirección de tu cuenta en ${app}.`,
    oldMail: (app) =>
      `Tu cuenta en ${app} tiene ahora otra dirección. Si no has sido tú, deshaz el cambio en un plazo de 72 horas:`,
    back: 'Recuperar mi dirección',
    backText: (email) =>
      `Tu cuenta vuelve a tener la dirección ${email}. Se cerrarán todas las sesiones y se quitará lo que se haya añadido a la cuenta desde el cambio.`,
    done: 'Has recuperado tu dirección',
    doneText: 'Se han cerrado todas las sesiones. Inicia sesión de nuevo y revisa tu cuenta.',
    old: 'Este enlace ya no funciona',
    oldText: 'Ya se usó o ha caducado.',
  },
  fr: {
    title: 'Changer d’adresse e-mail',
    none: 'Vous n’avez pas d’adresse e-mail.',
    newAddress: 'Nouvelle adresse e-mail',
    change: 'Changer d’adresse',
    check: 'Confirmez votre nouvelle adresse e-mail',
    sent: (email) =>
      `Nous avons envoyé un e-mail à ${email}. Ouvrez son lien dans ce navigateur, ou saisissez son code ici.`,
    code: 'Code',
    confirm: 'Confirmer',
    question: (email) => `Votre compte aura cette adresse\u00a0: ${email}`,
    elsewhere: 'Connectez-vous pour confirmer votre nouvelle adresse',
    elsewhereText:
      'Utilisez le compte dont vous changez l’adresse. Si ce n’était pas vous, fermez cette page.',
    confirmSubject: (app) => `Confirmez votre nouvelle adresse e-mail pour ${app}`,
    confirmMail:
      'Quelqu’un, sans doute vous, veut utiliser cette adresse pour son compte. Si c’est vous, ouvrez ce lien là où vous êtes connecté\u00a0:',
    mailCode: 'Ou saisissez ce code sur la page où vous l’avez demandé\u00a0:',
    takenSubject: (app) => `Vous avez déjà un compte sur ${app}`,
    takenMail: (app) =>
      `Quelqu’un, sans doute vous, a voulu utiliser cette adresse pour un autre compte sur ${app}. Elle appartient au vôtre, rien n’a donc été changé.`,
    changedSubject: (app) => `Votre adresse e-mail pour ${app} a changé`,
    newMail: (app) => `C’est maintenant l’adresse de votre compte sur ${app}.`,
    oldMail: (app) =>
      `Votre compte sur ${app} a maintenant une autre adresse. Si ce n’était pas vous, annulez ce changement dans les 72 heures\u00a0:`,
    back: 'Reprendre mon adresse',
    backText: (email) =>
      `Votre compte retrouve l’adresse ${email}. Tous les appareils sont déconnectés, et ce qui a été ajouté au compte depuis le changement est retiré.`,
    done: 'Vous avez retrouvé votre adresse',
    doneText: 'Tous les appareils ont été déconnectés. Reconnectez-vous et vérifiez votre compte.',
    old: 'Ce lien ne fonctionne plus',
    oldText: 'Il a déjà été utilisé, ou il a expiré.',
  },
  id: {
    title: 'Ubah alamat email Anda',
    none: 'Anda tidak memiliki alamat email.',
    newAddress: 'Alamat email baru',
    change: 'Ubah alamat',
    check: 'Konfirmasi alamat email baru Anda',
    sent: (email) =>
      `Kami mengirim email ke ${email}. Buka tautannya di browser ini, atau masukkan kodenya di sini.`,
    code: 'Kode',
    confirm: 'Konfirmasi',
    question: (email) => `Akun Anda akan memiliki alamat ini: ${email}`,
    elsewhere: 'Masuk untuk mengonfirmasi alamat baru Anda',
    elsewhereText: 'Gunakan akun yang alamatnya Anda ubah. Jika itu bukan Anda, tutup halaman ini.',
    confirmSubject: (app) => `Konfirmasi alamat email baru Anda untuk ${app}`,
    confirmMail:
      'Seseorang, mungkin Anda, ingin menggunakan alamat ini untuk akunnya. Jika itu Anda, buka tautan ini di tempat Anda masuk:',
    mailCode: 'Atau masukkan kode ini di halaman tempat Anda memintanya:',
    takenSubject: (app) => `Anda sudah memiliki akun di ${app}`,
    takenMail: (app) =>
      `Seseorang, mungkin Anda, ingin menggunakan alamat ini untuk akun lain di ${app}. Alamat ini milik akun Anda, jadi tidak ada yang diubah.`,
    changedSubject: (app) => `Alamat email Anda untuk ${app} telah diubah`,
    newMail: (app) => `Ini sekarang alamat akun Anda di ${app}.`,
    oldMail: (app) =>
      `Akun Anda di ${app} sekarang memiliki alamat lain. Jika itu bukan Anda, batalkan perubahan ini dalam 72 jam:`,
    back: 'Ambil kembali alamat saya',
    backText: (email) =>
      `Akun Anda kembali memiliki alamat ${email}. Semua sesi diakhiri, dan apa pun yang ditambahkan ke akun sejak perubahan itu dihapus.`,
    done: 'Alamat Anda sudah kembali',
    doneText: 'Semua sesi telah diakhiri. Masuk lagi dan periksa akun Anda.',
    old: 'Tautan ini tidak berfungsi lagi',
    oldText: 'Tautan sudah digunakan, atau sudah kedaluwarsa.',
  },
  ja: {
    title: 'メールアドレスの変更',
    none: 'メールアドレスはありません。',
    newAddress: '新しいメールアドレス',
    change: 'アドレスを変更',
    check: '新しいメールアドレスの確認',
    sent: (email) =>
      `${email}にメールを送りました。このブラウザでリンクを開くか、コードをここに入力してください。`,
    code: 'コード',
    confirm: '確認する',
    question: (email) => `アカウントのアドレスは次のとおり変更されます：${email}`,
    elsewhere: '新しいアドレスを確認するにはログインしてください',
    elsewhereText:
      'アドレスを変更したアカウントを使ってください。心当たりがない場合は、このページを閉じてください。',
    confirmSubject: (app) => `${app}の新しいメールアドレスの確認`,
    confirmMail:
      'どなたか（おそらくご本人）がこのアドレスを自分のアカウントで使おうとしています。ご本人の場合は、ログインしているブラウザでこのリンクを開いてください：',
    mailCode: 'または、リクエストしたページでこのコードを入力してください：',
    takenSubject: (app) => `${app}のアカウントはすでにあります`,
    takenMail: (app) =>
      `どなたか（おそらくご本人）がこのアドレスを${app}の別のアカウントで使おうとしました。あなたのアカウントのアドレスなので、何も変更されていません。`,
    changedSubject: (app) => `${app}のメールアドレスが変更されました`,
    newMail: (app) => `これが${app}のアカウントの新しいアドレスです。`,
    oldMail: (app) =>
      `${app}のアカウントのアドレスが変更されました。心当たりがない場合は、72時間以内に元に戻してください：`,
    back: 'アドレスを元に戻す',
    backText: (email) =>
      `アカウントのアドレスが${email}に戻ります。すべてのデバイスからログアウトされ、変更後にアカウントに追加されたものは削除されます。`,
    done: 'アドレスが元に戻りました',
    doneText:
      'すべてのデバイスからログアウトされました。もう一度ログインして、アカウントを確認してください。',
    old: 'このリンクは使えなくなりました',
    oldText: 'すでに使われたか、期限が切れています。',
  },
  'pt-BR': {
    title: 'Alterar seu e-mail',
    none: 'Você não tem um e-mail.',
    newAddress: 'Novo e-mail',
    change: 'Alterar e-mail',
    check: 'Confirme seu novo e-mail',
    sent: (email) =>
      `Enviamos um e-mail para ${email}. Abra o link neste navegador ou digite o código aqui.`,
    code: 'Código',
    confirm: 'Confirmar',
    question: (email) => `Sua conta terá este endereço: ${email}`,
    elsewhere: 'Entre para confirmar seu novo endereço',
    elsewhereText: 'Use a conta cujo endereço você alterou. Se não foi você, feche esta página.',
    confirmSubject: (app) => `Confirme seu novo e-mail para ${app}`,
    confirmMail:
      'Alguém, provavelmente você, quer usar este endereço na própria conta. Se foi você, abra este link onde está conectado:',
    mailCode: 'Ou digite este código na página em que você o pediu:',
    takenSubject: (app) => `Você já tem uma conta em ${app}`,
    takenMail: (app) =>
      `Alguém, provavelmente você, quis usar este endereço em outra conta em ${app}. Ele pertence à sua, então nada foi alterado.`,
    changedSubject: (app) => `Seu e-mail para ${app} foi alterado`,
    newMail: (app) => `Este agora é o endereço da sua conta em ${app}.`,
    oldMail: (app) =>
      `Sua conta em ${app} agora tem outro endereço. Se não foi você, desfaça a alteração em até 72 horas:`,
    back: 'Recuperar meu endereço',
    backText: (email) =>
      `Sua conta volta a ter o endereço ${email}. Todos os dispositivos são desconectados, e o que foi adicionado à conta desde a alteração é removido.`,
    done: 'Você recuperou seu endereço',
    doneText: 'Todos os dispositivos foram desconectados. Entre de novo e verifique sua conta.',
    old: 'Este link não funciona mais',
    oldText: 'Ele já foi usado ou expirou.',
  },
  tr: {
    title: 'E-posta adresinizi değiştirin',
    none: 'E-posta adresiniz yok.',
    newAddress: 'Yeni e-posta adresi',
    change: 'Adresi değiştir',
    check: 'Yeni e-posta adresinizi onaylayın',
    sent: (email) =>
      `${email} adresine bir e-posta gönderdik. Bağlantısını bu tarayıcıda açın ya da kodunu buraya girin.`,
    code: 'Kod',
    confirm: 'Onayla',
    question: (email) => `Hesabınızın adresi şu olacak: ${email}`,
    elsewhere: 'Yeni adresinizi onaylamak için giriş yapın',
    elsewhereText:
      'Adresini değiştirdiğiniz hesabı kullanın. Bunu siz yapmadıysanız bu sayfayı kapatın.',
    confirmSubject: (app) => `${app} için yeni e-posta adresinizi onaylayın`,
    confirmMail:
      'Birisi, büyük olasılıkla siz, bu adresi hesabında kullanmak istiyor. Bu sizseniz, bağlantıyı giriş yaptığınız yerde açın:',
    mailCode: 'Veya bu kodu, talep ettiğiniz sayfaya girin:',
    takenSubject: (app) => `${app} için zaten bir hesabınız var`,
    takenMail: (app) =>
      `Birisi, büyük olasılıkla siz, bu adresi ${app} üzerindeki başka bir hesap için kullanmak istedi. Adres sizin hesabınıza ait olduğundan hiçbir şey değişmedi.`,
    changedSubject: (app) => `${app} için e-posta adresiniz değişti`,
    newMail: (app) => `${app} hesabınızın adresi artık bu.`,
    oldMail: (app) =>
      `${app} hesabınızın artık başka bir adresi var. Bunu siz yapmadıysanız 72 saat içinde geri alın:`,
    back: 'Adresimi geri al',
    backText: (email) =>
      `Hesabınız yeniden ${email} adresine sahip olur. Tüm cihazlarda oturum kapatılır ve değişiklikten bu yana hesaba eklenenler kaldırılır.`,
    done: 'Adresiniz geri alındı',
    doneText: 'Tüm cihazlarda oturum kapatıldı. Yeniden giriş yapın ve hesabınızı kontrol edin.',
    old: 'Bu bağlantı artık çalışmıyor',
    oldText: 'Daha önce kullanıldı ya da süresi doldu.',
  },
  'zh-Hans': {
    title: '更改邮箱地址',
    none: '您没有邮箱地址。',
    newAddress: '新邮箱地址',
    change: '更改地址',
    check: '确认您的新邮箱地址',
    sent: (email) => `我们已向 ${email} 发送邮件。请在此浏览器中打开其中的链接，或在此输入验证码。`,
    code: '验证码',
    confirm: '确认',
    question: (email) => `您的账号将使用此地址：${email}`,
    elsewhere: '登录以确认您的新地址',
    elsewhereText: '请使用您更改地址的账号。如果不是您本人操作，请关闭此页面。',
    confirmSubject: (app) => `确认您在 ${app} 的新邮箱地址`,
    confirmMail:
      '有人（可能是您）想将此地址用于自己的账号。如果是您，请在已登录的浏览器中打开此链接：',
    mailCode: '或在您发起请求的页面输入此验证码：',
    takenSubject: (app) => `您在 ${app} 已有账号`,
    takenMail: (app) =>
      `有人（可能是您）想将此地址用于 ${app} 的另一个账号。它属于您的账号，因此没有任何更改。`,
    changedSubject: (app) => `您在 ${app} 的邮箱地址已更改`,
    newMail: (app) => `这现在是您在 ${app} 的账号地址。`,
    oldMail: (app) =>
      `您在 ${app} 的账号现在使用另一个地址。如果不是您本人操作，请在 72 小时内恢复：`,
    back: '恢复我的地址',
    backText: (email) =>
      `您的账号将重新使用地址 ${email}。所有设备都会退出登录，更改后添加到账号的内容会被移除。`,
    done: '您的地址已恢复',
    doneText: '所有设备都已退出登录。请重新登录并检查您的账号。',
    old: '此链接已失效',
    oldText: '它已被使用，或已过期。',
  },
}
