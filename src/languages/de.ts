import type { Translation } from '../types/language.ts'

/** "1 Versuch", "2 Versuche". */
function attempts(count: number): string {
  const isOne = new Intl.PluralRules('de').select(count) === 'one'
  return `${count}\u00a0${isOne ? 'Versuch' : 'Versuche'}`
}

/** German. */
const de: Translation = {
  lang: 'de',
  text: {
    signIn: 'Anmelden',
    signInTo: (name) => `Bei ${name} anmelden`,
    signInWith: (name) => `Weiter mit ${name}`,
    more: 'Weitere Anmeldemöglichkeiten',
    or: 'oder',
    noMethods: 'Hier kann man sich noch nicht anmelden.',
    continue: 'Weiter',
    cancel: 'Abbrechen',
    cancelled: 'Anmeldung abgebrochen',
    cancelledText: 'Versuchen Sie es noch einmal, oder melden Sie sich anders an.',
    connectCancelled: 'Verbinden abgebrochen',
    connectCancelledText: 'Es wurde nichts geändert.',
    waitFor: (duration) =>
      `Bitte warten Sie bis zu ${duration}, und versuchen Sie es dann noch einmal.`,
    continueAs: (who) => `Weiter als ${who}`,
    toSignIn: 'Zur Anmeldung',
    signedOut: 'Sie sind abgemeldet',
    signedOutEverywhere: 'Sie sind auf allen Geräten abgemeldet',
    signedOutElsewhere: 'Sie sind auf allen anderen Geräten abgemeldet',
    deviceSignedOut: 'Das Gerät wurde abgemeldet',
    accountDeleted: 'Ihr Konto wurde gelöscht',
    accountDeletedText: 'Sie können sich damit nicht mehr anmelden.',
    usedLast: 'Zuletzt verwendet',
    remember: 'Auf diesem Gerät angemeldet bleiben',
    findPlatform: 'Plattform suchen',
    find: 'Suchen',
    noMatch: 'Keine Plattform passt dazu.',
    showAll: 'Alle anzeigen',
    signOutElsewhere: 'Auf allen anderen Geräten abmelden',
    inApp: (name) => `${name} kann Sie hier nicht anmelden`,
    inAppText:
      'Öffnen Sie diese Seite in Ihrem gewohnten Browser, meist über das Menü der App: „Im Browser öffnen“.',
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
    platforms: 'Plattformen',
    thePlatform: 'Die Plattform',
    noPlatforms: 'Noch keine Plattform verbunden.',
    connected: 'Verbunden',
    disconnect: 'Trennen',
    connectOffer: (name) => `Verbinden Sie ${name}, um sich auch damit anzumelden`,
    added: 'Hinzugefügt am',
    lastUsed: 'Zuletzt verwendet:',
    remove: 'Entfernen',
    rename: 'Umbenennen',
    newName: 'Neuer Name',
    editName: 'Name bearbeiten',
    yourName: 'Ihr Name',
    save: 'Speichern',
    sessions: 'Wo Sie angemeldet sind',
    thisDevice: 'Dieses Gerät',
    signedInOn: 'Angemeldet am',
    unknownDevice: 'Unbekanntes Gerät',
    device: (browser, system) => `${browser} unter ${system}`,
    back: 'Zurück',
    backTo: (name) => `Zurück zu ${name}`,
    deleteAccount: 'Mein Konto löschen',
    deleteText:
      'Ihr Konto und Ihre Anmeldemöglichkeiten werden gelöscht. Das lässt sich nicht rückgängig machen.',
    deleteConfirm: 'Ja, endgültig löschen',
    support: 'Hilfe',
    privacy: 'Datenschutz',
    terms: 'Nutzungsbedingungen',
    signOutDevice: 'Abmelden',
    saved: 'Gespeichert',
    removedFromAccount: 'Aus Ihrem Konto entfernt',
    addedToAccount: 'Zu Ihrem Konto hinzugefügt',
    removalText: 'Danach können Sie sich damit nicht mehr anmelden.',
  },
  methods: {
    credentials: {
      username: 'Benutzername',
      password: 'Passwort',
      aPassword: 'Passwort',
      usePassword: 'Mit Passwort anmelden',
    },
    email: {
      email: 'E-Mail-Adresse',
      sendLink: 'Link senden',
      checkMail: 'Prüfen Sie Ihr Postfach',
      sent: 'Wir haben Ihnen eine E-Mail geschickt.',
      sentTo: (email) => `Wir haben eine E-Mail an ${email} geschickt.`,
      openLink: 'Öffnen Sie den Link darin, um sich anzumelden.',
      openLinkOrTypeCode:
        'Öffnen Sie den Link darin oder geben Sie hier den sechsstelligen Code ein.',
      code: 'Sechsstelliger Code',
      again: 'Erneut senden',
      sentAgain: 'Erneut gesendet',
      sentAgainText: 'Verwenden Sie die neueste E-Mail.',
      wrongCode: 'Dieser Code stimmt nicht',
      wrongCodeText: 'Verwenden Sie den Code aus der neuesten E-Mail.',
      triesLeft: (tries) => `Noch ${attempts(tries)}.`,
      codeExpired: 'Dieser Code ist abgelaufen',
      linkWorks: 'Der Link in der E-Mail funktioniert noch.',
      useEmail: 'Per E-Mail anmelden',
      confirmAddress: 'Bestätigung senden',
      none: 'Sie haben noch keine E-Mail-Adresse hinterlegt.',
      confirmed: 'Sie können sich mit einem Link oder Code an diese Adresse anmelden',
      unconfirmed: 'Noch nicht bestätigt',
      add: 'E-Mail-Adresse hinzufügen',
      confirmSignIn: 'Anmeldung fortsetzen',
      confirmSignInText: 'Sie werden angemeldet als:',
      notYou: 'Sie wollten sich nicht anmelden? Brechen Sie einfach ab, dann ändert sich nichts.',
    },
  },
  mail: {
    subject: (app, code) => `${code} ist Ihr Anmeldecode für ${app}`,
    title: (app) => `Bei ${app} anmelden`,
    open: 'Öffnen Sie diesen Link, um sich anzumelden:',
    button: 'Anmelden',
    code: 'Oder geben Sie diesen Code auf der Anmeldeseite ein:',
    expires: (_minutes, duration) => `Der Link funktioniert einmal und ist ${duration} gültig.`,
    codeExpires: (_minutes, duration) => `Der Code ist ${duration} gültig.`,
    paste: 'Falls die Schaltfläche nicht funktioniert, öffnen Sie diese Adresse:',
    ignore: 'Sie haben das nicht angefordert? Dann können Sie diese E-Mail ignorieren.',
  },
  errors: {
    Configuration: {
      title: 'Die Anmeldung ist nicht verfügbar',
      text: 'Bitte versuchen Sie es später noch einmal.',
    },
    InvalidRequest: {
      title: 'Die Anfrage konnte nicht gelesen werden',
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
      title: 'Sie konnten nicht angemeldet werden',
      text: 'Dieses Konto darf sich hier nicht anmelden.',
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
    AlreadyConnected: {
      title: 'Dieses Konto haben Sie bereits verbunden',
      text: 'Um ein anderes zu verbinden, wechseln Sie bei der Plattform das Konto und versuchen Sie es noch einmal.',
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
      title: 'Diese Anmeldedaten stimmen nicht',
      titles: {
        email: 'E-Mail-Adresse oder Passwort ist falsch',
        username: 'Benutzername oder Passwort ist falsch',
      },
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
    ScopeMissing: {
      title: 'Bitte melden Sie sich erneut an',
      text: 'Die Plattform braucht noch einmal Ihre Zustimmung.',
    },
    Unsupported: {
      title: 'Das wird hier nicht unterstützt',
      text: 'Bitte wählen Sie einen anderen Weg.',
    },
    StorageConflict: {
      title: 'Der Vorgang läuft bereits',
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
