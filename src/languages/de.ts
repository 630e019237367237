import type { Translation } from '../types/language.ts'

/** German. */
const de: Translation = {
  lang: 'de',
  text: {
    signIn: 'Anmelden',
    signInTo: (name) => `Bei ${name} anmelden`,
    signInWith: (name) => `Mit ${name} anmelden`,
    more: 'Weitere Anmeldemöglichkeiten',
    or: 'oder',
    noMethods: 'Hier kann man sich noch nicht anmelden.',
    continue: 'Weiter',
    cancel: 'Abbrechen',
    signOut: 'Abmelden',
    signOutOf: (name) => `Von ${name} abmelden`,
    signOutText: 'Sie können sich jederzeit wieder anmelden.',
    signedInAs: (who) => `Sie sind als ${who} angemeldet.`,
    staySignedIn: 'Angemeldet bleiben',
    tryAgain: 'Erneut versuchen',
    developer: 'Für die Entwicklung',
    developerText: 'Wird nur während der Entwicklung angezeigt.',
    otherWay: 'Anders anmelden',
    connect: 'Verbinden',
    account: 'Ihr Konto',
    platforms: 'Verbundene Plattformen',
    noPlatforms: 'Keine Plattform ist verbunden.',
    connected: 'Verbunden',
    disconnect: 'Trennen',
    added: 'Hinzugefügt:',
    lastUsed: 'Zuletzt verwendet:',
    remove: 'Entfernen',
    rename: 'Umbenennen',
    newName: 'Neuer Name',
    save: 'Speichern',
    sessions: 'Wo Sie angemeldet sind',
    thisDevice: 'Dieses Gerät',
    unknownDevice: 'Unbekanntes Gerät',
    device: (browser, system) => `${browser} unter ${system}`,
    signOutEverywhere: 'Überall abmelden',
    back: 'Zurück',
    backTo: (name) => `Zurück zu ${name}`,
    deleteAccount: 'Mein Konto löschen',
    deleteText:
      'Ihr Konto und alles, was dazugehört, wird gelöscht. Das lässt sich nicht rückgängig machen.',
    deleteConfirm: 'Ich habe das verstanden',
  },
  methods: {
    email: {
      email: 'E-Mail-Adresse',
      sendLink: 'Link senden',
      checkMail: 'Sehen Sie in Ihr Postfach',
      sent: 'Wir haben Ihnen eine E-Mail geschickt.',
      sentTo: (email) => `Wir haben eine E-Mail an ${email} geschickt.`,
      openLink: 'Öffnen Sie den Link darin, um sich anzumelden.',
      openLinkOrTypeCode:
        'Öffnen Sie den Link darin oder geben Sie hier den sechsstelligen Code ein.',
      code: 'Sechsstelliger Code',
      again: 'Erneut senden',
      confirmSignIn: 'Anmeldung fortsetzen',
      confirmSignInText: 'Sie werden angemeldet als:',
      notYou: 'Sie wollten sich nicht anmelden? Brechen Sie einfach ab, dann ändert sich nichts.',
    },
    webauthn: {
      signIn: 'Mit Passkey anmelden',
      signUp: 'Neu hier? Mit Passkey registrieren',
      yourName: 'Ihr Name',
      create: 'Passkey erstellen',
      needsScript: 'Passkeys brauchen JavaScript, das in diesem Browser ausgeschaltet ist.',
      title: 'Passkeys',
      none: 'Sie haben noch keinen Passkey.',
      add: 'Passkey hinzufügen',
    },
  },
  mail: {
    subject: (app) => `Bei ${app} anmelden`,
    title: (app) => `Bei ${app} anmelden`,
    open: 'Öffnen Sie diesen Link, um sich anzumelden:',
    button: 'Anmelden',
    code: 'Oder geben Sie diesen Code auf der Anmeldeseite ein:',
    expires: (_minutes, duration) => `Der Link funktioniert einmal und ist ${duration} gültig.`,
    paste: 'Falls die Schaltfläche nicht funktioniert, öffnen Sie diese Adresse:',
    ignore: 'Sie haben das nicht angefordert? Dann können Sie diese E-Mail ignorieren.',
  },
  errors: {
    Configuration: {
      title: 'Die Anmeldung ist nicht verfügbar',
      text: 'Bitte versuchen Sie es später noch einmal.',
    },
    InvalidRequest: {
      title: 'Diese Anfrage war nicht lesbar',
      text: 'Es wurde nichts geändert. Bitte versuchen Sie es noch einmal.',
    },
    NotFound: { title: 'Seite nicht gefunden', text: 'Unter dieser Adresse gibt es nichts.' },
    MethodNotAllowed: {
      title: 'Das geht hier nicht',
      text: 'Bitte gehen Sie zurück und versuchen Sie es noch einmal.',
    },
    CrossSite: {
      title: 'Das kam von einer anderen Website',
      text: 'Zu Ihrer Sicherheit wurde nichts geändert. Bitte beginnen Sie auf dieser Website noch einmal.',
    },
    RateLimited: {
      title: 'Zu viele Versuche',
      text: 'Bitte warten Sie einen Moment und versuchen Sie es dann noch einmal.',
    },
    SessionRequired: {
      title: 'Bitte melden Sie sich zuerst an',
      text: 'Dafür müssen Sie angemeldet sein.',
    },
    RecentSignInRequired: {
      title: 'Bitte melden Sie sich zuerst erneut an',
      text: 'Zu Ihrer Sicherheit ist vor einer solchen Änderung eine neue Anmeldung nötig.',
    },
    AccessDenied: {
      title: 'Sie wurden nicht angemeldet',
      text: 'Die Anmeldung wurde abgebrochen, oder dieses Konto darf sich hier nicht anmelden.',
    },
    FlowMissing: {
      title: 'Diese Anmeldung konnte nicht fortgesetzt werden',
      text: 'Sie wurde in einem anderen Browser begonnen, bereits verwendet, oder Cookies sind blockiert. Bitte beginnen Sie noch einmal.',
    },
    FlowExpired: {
      title: 'Diese Anmeldung hat zu lange gedauert',
      text: 'Zu Ihrer Sicherheit ist sie abgelaufen. Bitte beginnen Sie noch einmal.',
    },
    CheckFailed: {
      title: 'Diese Anmeldung konnte nicht überprüft werden',
      text: 'Bitte beginnen Sie noch einmal.',
    },
    PlatformError: {
      title: 'Die Plattform konnte Sie nicht anmelden',
      text: 'Versuchen Sie es noch einmal, oder melden Sie sich anders an.',
    },
    PlatformUnreachable: {
      title: 'Die Plattform antwortet nicht',
      text: 'Bitte versuchen Sie es gleich noch einmal.',
    },
    ProfileInvalid: {
      title: 'Die Plattform hat uns nicht gesagt, wer Sie sind',
      text: 'Versuchen Sie es noch einmal, oder melden Sie sich anders an.',
    },
    OAuthAccountNotLinked: {
      title: 'Sie haben hier bereits ein Konto',
      text: 'Melden Sie sich so an wie zuvor. Danach können Sie diese Plattform auf Ihrer Kontoseite verbinden.',
    },
    AccountTaken: {
      title: 'Dieses Konto ist bereits verbunden',
      text: 'Es ist mit einem anderen Konto auf dieser Website verbunden.',
    },
    LastMethod: {
      title: 'Das ist Ihre einzige Anmeldemöglichkeit',
      text: 'Fügen Sie eine weitere hinzu, bevor Sie diese entfernen.',
    },
    Verification: {
      title: 'Dieser Link oder Code gilt nicht mehr',
      text: 'Er ist abgelaufen oder wurde bereits verwendet. Bitte fordern Sie einen neuen an.',
    },
    EmailInvalid: {
      title: 'Das ist keine E-Mail-Adresse',
      text: 'Bitte geben Sie eine einzelne Adresse ein, etwa ada@example.com.',
    },
    MailFailed: {
      title: 'Die E-Mail konnte nicht gesendet werden',
      text: 'Versuchen Sie es gleich noch einmal, oder melden Sie sich anders an.',
    },
    CredentialsSignin: {
      title: 'Das stimmt nicht überein',
      text: 'Prüfen Sie Ihre Eingaben und versuchen Sie es noch einmal.',
    },
    WebAuthnVerification: {
      title: 'Dieser Passkey konnte nicht überprüft werden',
      text: 'Versuchen Sie es noch einmal, oder melden Sie sich anders an.',
    },
    SignInAgain: {
      title: 'Bitte melden Sie sich erneut an',
      text: 'Die Plattform braucht noch einmal Ihre Zustimmung.',
    },
    Unsupported: {
      title: 'Das wird hier nicht unterstützt',
      text: 'Bitte wählen Sie einen anderen Weg.',
    },
    StorageConflict: {
      title: 'Das läuft bereits',
      text: 'Es wurde nichts geändert. Bitte versuchen Sie es noch einmal.',
    },
    StorageError: {
      title: 'Das geht im Moment nicht',
      text: 'Bitte versuchen Sie es gleich noch einmal.',
    },
    Internal: {
      title: 'Etwas ist schiefgegangen',
      text: 'Bitte versuchen Sie es noch einmal.',
    },
  },
}

export default de
