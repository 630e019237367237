import type { Translation } from '../types/language.ts'

/** Japanese. */
const ja: Translation = {
  lang: 'ja',
  text: {
    signIn: 'ログイン',
    signInTo: (name) => `${name}にログイン`,
    signInWith: (name) => `${name}でログイン`,
    more: 'その他のログイン方法',
    or: 'または',
    noMethods: '利用できるログイン方法がまだありません。',
    continue: '続ける',
    cancel: 'キャンセル',
    signOut: 'ログアウト',
    signOutOf: (name) => `${name}からログアウト`,
    signOutText: 'いつでももう一度ログインできます。',
    signedInAs: (who) => `${who}としてログインしています。`,
    staySignedIn: 'ログインしたままにする',
    tryAgain: 'もう一度試す',
    developer: '開発者向け',
    developerText: '開発中にのみ表示されます。',
    otherWay: '別の方法でログイン',
    connect: '連携する',
    account: 'アカウント',
    platforms: '連携中のサービス',
    noPlatforms: '連携しているサービスはありません。',
    connected: '連携済み',
    disconnect: '連携を解除',
    added: '追加日:',
    lastUsed: '最終使用:',
    remove: '削除',
    rename: '名前を変更',
    newName: '新しい名前',
    save: '保存',
    sessions: 'ログイン中の端末',
    thisDevice: 'この端末',
    unknownDevice: '不明な端末',
    device: (browser, system) => `${system}の${browser}`,
    signOutEverywhere: 'すべての端末からログアウト',
    back: '戻る',
    backTo: (name) => `${name}に戻る`,
    deleteAccount: 'アカウントを削除',
    deleteText: 'アカウントと関連するすべてのデータが削除されます。この操作は取り消せません。',
    deleteConfirm: '理解しました',
  },
  methods: {
    email: {
      email: 'メールアドレス',
      sendLink: 'リンクを送信',
      checkMail: 'メールをご確認ください',
      sent: 'メールを送信しました。',
      sentTo: (email) => `${email}にメールを送信しました。`,
      openLink: 'メール内のリンクを開いてログインしてください。',
      openLinkOrTypeCode: 'メール内のリンクを開くか、6桁のコードをここに入力してください。',
      code: '6桁のコード',
      again: '再送信',
      confirmSignIn: 'ログインを続ける',
      confirmSignInText: '次のアドレスでログインします:',
      notYou: '心当たりがない場合は、キャンセルしてください。何も変更されません。',
    },
    webauthn: {
      signIn: 'パスキーでログイン',
      signUp: '初めての方はパスキーで登録',
      yourName: 'お名前',
      create: 'パスキーを作成',
      needsScript:
        'パスキーの利用にはJavaScriptが必要ですが、このブラウザーでは無効になっています。',
      title: 'パスキー',
      none: 'パスキーはまだありません。',
      add: 'パスキーを追加',
    },
  },
  mail: {
    subject: (app) => `${app}へのログイン`,
    title: (app) => `${app}へのログイン`,
    open: 'ログインするには、次のリンクを開いてください:',
    button: 'ログイン',
    code: 'または、ログインページで次のコードを入力してください:',
    expires: (_minutes, duration) => `このリンクは1回のみ使用でき、有効期間は${duration}です。`,
    paste: 'ボタンが機能しない場合は、次のアドレスを開いてください:',
    ignore: '心当たりがない場合は、このメールを無視してください。',
  },
  errors: {
    Configuration: {
      title: '現在ログインできません',
      text: 'しばらくしてからもう一度お試しください。',
    },
    InvalidRequest: {
      title: 'リクエストを読み取れませんでした',
      text: '何も変更されていません。もう一度お試しください。',
    },
    NotFound: { title: 'ページが見つかりません', text: 'このアドレスには何もありません。' },
    MethodNotAllowed: {
      title: 'ここではその操作を行えません',
      text: '前のページに戻って、もう一度お試しください。',
    },
    CrossSite: {
      title: '別のサイトからのリクエストです',
      text: '安全のため、何も変更していません。このサイトからもう一度やり直してください。',
    },
    RateLimited: {
      title: '試行回数が多すぎます',
      text: '少し待ってから、もう一度お試しください。',
    },
    SessionRequired: {
      title: '先にログインしてください',
      text: 'この操作にはログインが必要です。',
    },
    RecentSignInRequired: {
      title: 'もう一度ログインしてください',
      text: '安全のため、この変更を行う前に再度ログインをお願いしています。',
    },
    AccessDenied: {
      title: 'ログインしていません',
      text: 'ログインがキャンセルされたか、このアカウントではログインできません。',
    },
    FlowMissing: {
      title: 'ログインを続行できませんでした',
      text: '別のブラウザーで開始されたか、すでに使用されたか、Cookieがブロックされています。最初からやり直してください。',
    },
    FlowExpired: {
      title: 'ログインに時間がかかりすぎました',
      text: '安全のため、有効期限が切れました。最初からやり直してください。',
    },
    CheckFailed: {
      title: 'ログインを確認できませんでした',
      text: '最初からやり直してください。',
    },
    PlatformError: {
      title: '連携先のサービスでログインできませんでした',
      text: 'もう一度試すか、別の方法でログインしてください。',
    },
    PlatformUnreachable: {
      title: '連携先のサービスが応答していません',
      text: '少し待ってから、もう一度お試しください。',
    },
    ProfileInvalid: {
      title: '連携先のサービスからユーザー情報を取得できませんでした',
      text: 'もう一度試すか、別の方法でログインしてください。',
    },
    OAuthAccountNotLinked: {
      title: 'すでにアカウントをお持ちです',
      text: '以前と同じ方法でログインしてください。その後、アカウントページでこのサービスと連携できます。',
    },
    AccountTaken: {
      title: 'そのアカウントはすでに連携されています',
      text: 'このサイトの別のアカウントと連携されています。',
    },
    LastMethod: {
      title: 'これは唯一のログイン方法です',
      text: '削除する前に、別のログイン方法を追加してください。',
    },
    Verification: {
      title: 'このリンクまたはコードは無効です',
      text: '有効期限が切れているか、すでに使用されています。新しいものをリクエストしてください。',
    },
    EmailInvalid: {
      title: 'メールアドレスが正しくありません',
      text: 'ada@example.comのように、アドレスを1つ入力してください。',
    },
    MailFailed: {
      title: 'メールを送信できませんでした',
      text: '少し待ってからもう一度試すか、別の方法でログインしてください。',
    },
    CredentialsSignin: {
      title: '入力内容が一致しません',
      text: '入力内容を確認して、もう一度お試しください。',
    },
    WebAuthnVerification: {
      title: 'パスキーを確認できませんでした',
      text: 'もう一度試すか、別の方法でログインしてください。',
    },
    SignInAgain: {
      title: 'もう一度ログインしてください',
      text: '連携先のサービスで再度許可が必要です。',
    },
    Unsupported: {
      title: 'ここでは対応していません',
      text: '別の方法を選択してください。',
    },
    StorageConflict: {
      title: 'すでに処理中です',
      text: '何も変更されていません。もう一度お試しください。',
    },
    StorageError: {
      title: '現在この操作を行えません',
      text: '少し待ってから、もう一度お試しください。',
    },
    Internal: { title: '問題が発生しました', text: 'もう一度お試しください。' },
  },
}

export default ja
