import type { GateText } from '../types/gate.ts'

/** Every sentence that the pages say about the gate, in the languages that we speak besides English. */
export const words: Readonly<Record<string, GateText>> = {
  ar: {
    refused: 'تعذّر علينا التأكد من أنك لست روبوتًا',
    refusedText: 'لم يُرسَل شيء ولم يتغيّر شيء. عُد وحاول مرة أخرى.',
    failed: 'لا يمكننا الآن التأكد من أنك لست روبوتًا',
    failedText: 'لم يُرسَل شيء ولم يتغيّر شيء. يُرجى المحاولة بعد قليل.',
    needsScript: 'يحتاج هذا النموذج إلى JavaScript لإبعاد الروبوتات، وهي معطّلة في هذا المتصفح.',
    back: 'رجوع',
  },
  de: {
    refused: 'Wir konnten nicht feststellen, dass Sie kein Roboter sind',
    refusedText:
      'Es wurde nichts gesendet oder geändert. Gehen Sie zurück, und versuchen Sie es noch einmal.',
    failed: 'Wir können gerade nicht prüfen, ob Sie ein Roboter sind',
    failedText:
      'Es wurde nichts gesendet oder geändert. Bitte versuchen Sie es gleich noch einmal.',
    needsScript:
      'Dieses Formular braucht JavaScript, um Roboter fernzuhalten. Es ist in diesem Browser ausgeschaltet.',
    back: 'Zurück',
  },
  es: {
    refused: 'No hemos podido comprobar que no eres un robot',
    refusedText: 'No se ha enviado ni cambiado nada. Vuelve atrás e inténtalo de nuevo.',
    failed: 'Ahora mismo no podemos comprobar que no eres un robot',
    failedText: 'No se ha enviado ni cambiado nada. Inténtalo de nuevo en un momento.',
    needsScript:
      'Este formulario necesita JavaScript para dejar fuera a los robots. Está desactivado en este navegador.',
    back: 'Volver',
  },
  fr: {
    refused: 'Nous n’avons pas pu vérifier que vous n’êtes pas un robot',
    refusedText: 'Rien n’a été envoyé ni modifié. Revenez en arrière et réessayez.',
    failed: 'Nous ne pouvons pas vérifier pour le moment que vous n’êtes pas un robot',
    failedText: 'Rien n’a été envoyé ni modifié. Veuillez réessayer dans un instant.',
    needsScript:
      'Ce formulaire nécessite JavaScript pour écarter les robots. Il est désactivé dans ce navigateur.',
    back: 'Retour',
  },
  id: {
    refused: 'Kami tidak dapat memastikan bahwa Anda bukan robot',
    refusedText: 'Tidak ada yang dikirim atau diubah. Kembali dan coba lagi.',
    failed: 'Saat ini kami tidak dapat memeriksa apakah Anda bukan robot',
    failedText: 'Tidak ada yang dikirim atau diubah. Silakan coba beberapa saat lagi.',
    needsScript:
      'Formulir ini memerlukan JavaScript untuk menghalau robot. JavaScript dinonaktifkan di browser ini.',
    back: 'Kembali',
  },
  ja: {
    refused: 'ロボットではないことを確認できませんでした',
    refusedText: '何も送信も変更もされていません。戻ってもう一度お試しください。',
    failed: '現在、ロボットではないことを確認できません',
    failedText: '何も送信も変更もされていません。しばらくしてからもう一度お試しください。',
    needsScript:
      'このフォームはロボット対策のためJavaScriptを必要としますが、このブラウザでは無効になっています。',
    back: '戻る',
  },
  'pt-BR': {
    refused: 'Não conseguimos confirmar que você não é um robô',
    refusedText: 'Nada foi enviado nem alterado. Volte e tente de novo.',
    failed: 'No momento, não conseguimos verificar se você não é um robô',
    failedText: 'Nada foi enviado nem alterado. Tente de novo daqui a pouco.',
    needsScript:
      'Este formulário precisa do JavaScript para barrar robôs. Ele está desativado neste navegador.',
    back: 'Voltar',
  },
  tr: {
    refused: 'Robot olmadığınızı doğrulayamadık',
    refusedText: 'Hiçbir şey gönderilmedi veya değiştirilmedi. Geri dönüp tekrar deneyin.',
    failed: 'Şu anda robot olmadığınızı doğrulayamıyoruz',
    failedText: 'Hiçbir şey gönderilmedi veya değiştirilmedi. Lütfen birazdan tekrar deneyin.',
    needsScript: 'Bu form, robotları uzak tutmak için JavaScript gerektirir. Bu tarayıcıda kapalı.',
    back: 'Geri',
  },
  'zh-Hans': {
    refused: '我们无法确认您不是机器人',
    refusedText: '没有发送或更改任何内容。请返回后再试一次。',
    failed: '目前无法确认您不是机器人',
    failedText: '没有发送或更改任何内容。请稍后再试。',
    needsScript: '此表单需要 JavaScript 来阻止机器人，而此浏览器已将其停用。',
    back: '返回',
  },
}
