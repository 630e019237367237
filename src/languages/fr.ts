import type { Translation } from '../types/language.ts'

/** "1 essai", "2 essais"; also "0 essai". */
function attempts(count: number): string {
  const isOne = new Intl.PluralRules('fr').select(count) === 'one'
  return `${count}\u00a0${isOne ? 'essai' : 'essais'}`
}

/** French. */
const fr: Translation = {
  lang: 'fr',
  text: {
    signIn: 'Se connecter',
    signInTo: (name) => `Se connecter à ${name}`,
    signInWith: (name) => `Continuer avec ${name}`,
    more: 'Autres façons de se connecter',
    or: 'ou',
    noMethods: 'Aucun moyen de connexion n’est encore disponible.',
    continue: 'Continuer',
    cancel: 'Annuler',
    cancelled: 'Connexion annulée',
    cancelledText: 'Réessayez ou choisissez un autre moyen de connexion.',
    connectCancelled: 'Association annulée',
    connectCancelledText: 'Rien n’a été modifié.',
    waitFor: (duration) => `Patientez ${duration} au maximum, puis réessayez.`,
    continueAs: (who) => `Continuer en tant que ${who}`,
    toSignIn: 'Aller à la connexion',
    signedOut: 'Vous êtes déconnecté',
    signedOutEverywhere: 'Vous êtes déconnecté partout',
    signedOutElsewhere: 'Vous êtes déconnecté partout ailleurs',
    deviceSignedOut: 'L’autre appareil a été déconnecté',
    accountDeleted: 'Votre compte a été supprimé',
    accountDeletedText: 'Vous ne pouvez plus vous connecter avec ce compte.',
    usedLast: 'Utilisé la dernière fois',
    remember: 'Rester connecté sur cet appareil',
    findPlatform: 'Rechercher une plateforme',
    find: 'Rechercher',
    noMatch: 'Aucune plateforme ne correspond.',
    showAll: 'Tout afficher',
    signOutElsewhere: 'Se déconnecter partout ailleurs',
    inApp: (name) => `${name} ne peut pas vous connecter ici`,
    inAppText:
      'Ouvrez cette page dans votre navigateur habituel, en général depuis le menu de l’application\u00a0: «\u00a0Ouvrir dans le navigateur\u00a0».',
    signOut: 'Se déconnecter',
    signOutOf: (name) => `Se déconnecter de ${name}`,
    signOutText: 'Vous pourrez vous reconnecter à tout moment.',
    signedInAs: (who) => `Vous êtes connecté en tant que ${who}.`,
    staySignedIn: 'Rester connecté',
    tryAgain: 'Réessayer',
    developer: 'Pour le développement',
    developerText: 'Affiché uniquement en développement.',
    otherWay: 'Se connecter autrement',
    connect: 'Associer',
    account: 'Votre compte',
    platforms: 'Plateformes',
    thePlatform: 'La plateforme',
    noPlatforms: 'Aucune plateforme n’est associée.',
    connected: 'Associé',
    disconnect: 'Dissocier',
    connectOffer: (name) => `Associez ${name} pour pouvoir aussi vous connecter avec`,
    added: 'Ajoutée le',
    lastUsed: 'Dernière utilisation\u00a0:',
    remove: 'Supprimer',
    rename: 'Renommer',
    newName: 'Nouveau nom',
    editName: 'Modifier le nom',
    yourName: 'Votre nom',
    save: 'Enregistrer',
    sessions: 'Appareils connectés',
    thisDevice: 'Cet appareil',
    signedInOn: 'Connecté le',
    unknownDevice: 'Appareil inconnu',
    device: (browser, system) => `${browser} sur ${system}`,
    back: 'Retour',
    backTo: (name) => `Retour à ${name}`,
    deleteAccount: 'Supprimer mon compte',
    deleteText:
      'Votre compte et vos moyens de connexion seront supprimés. Cette action est irréversible.',
    deleteConfirm: 'J’ai compris',
    support: 'Aide',
    privacy: 'Confidentialité',
    terms: 'Conditions d’utilisation',
    signOutDevice: 'Déconnecter',
    saved: 'Enregistré',
    removedFromAccount: 'Retiré de votre compte',
    addedToAccount: 'Ajouté à votre compte',
    removalText: 'Vous ne pourrez plus vous en servir pour vous connecter.',
  },
  methods: {
    credentials: {
      username: 'Nom d’utilisateur',
      password: 'Mot de passe',
      aPassword: 'un mot de passe',
      usePassword: 'Se connecter avec un mot de passe',
    },
    email: {
      email: 'Adresse e-mail',
      sendLink: 'Envoyer le lien',
      checkMail: 'Consultez votre messagerie',
      sent: 'Nous vous avons envoyé un e-mail.',
      sentTo: (email) => `Nous avons envoyé un e-mail à ${email}.`,
      openLink: 'Ouvrez le lien qu’il contient pour vous connecter.',
      openLinkOrTypeCode: 'Ouvrez le lien qu’il contient ou saisissez ici son code à six chiffres.',
      code: 'Code à six chiffres',
      again: 'Renvoyer l’e-mail',
      sentAgain: 'E-mail renvoyé',
      sentAgainText: 'Utilisez l’e-mail le plus récent.',
      wrongCode: 'Code incorrect',
      wrongCodeText: 'Utilisez le code de l’e-mail le plus récent.',
      triesLeft: (tries) => `Il vous reste ${attempts(tries)}.`,
      codeExpired: 'Ce code a expiré',
      linkWorks: 'Le lien dans l’e-mail fonctionne toujours.',
      useEmail: 'Se connecter par e-mail',
      confirmAddress: 'Envoyer la confirmation',
      none: 'Vous n’avez pas encore d’adresse e-mail.',
      confirmed: 'Vous pouvez vous connecter avec un lien ou un code envoyé à cette adresse',
      unconfirmed: 'Pas encore confirmée',
      add: 'Ajouter une adresse e-mail',
      confirmSignIn: 'Poursuivre la connexion',
      confirmSignInText: 'Vous allez être connecté en tant que\u00a0:',
      notYou:
        'Vous n’êtes pas à l’origine de cette demande\u00a0? Annulez\u00a0: rien ne changera.',
    },
  },
  mail: {
    subject: (app, code) => `${code} est votre code de connexion à ${app}`,
    title: (app) => `Connexion à ${app}`,
    open: 'Ouvrez ce lien pour vous connecter\u00a0:',
    button: 'Se connecter',
    code: 'Ou saisissez ce code sur la page de connexion\u00a0:',
    expires: (_minutes, duration) =>
      `Le lien ne fonctionne qu’une fois. Durée de validité\u00a0: ${duration}.`,
    codeExpires: (_minutes, duration) => `Durée de validité du code\u00a0: ${duration}.`,
    paste: 'Si le bouton ne fonctionne pas, ouvrez cette adresse\u00a0:',
    ignore: 'Vous n’êtes pas à l’origine de cette demande\u00a0? Vous pouvez ignorer cet e-mail.',
  },
  errors: {
    Configuration: {
      title: 'La connexion est indisponible',
      text: 'Veuillez réessayer plus tard.',
    },
    InvalidRequest: {
      title: 'Nous n’avons pas compris cette demande',
      text: 'Rien n’a été modifié. Veuillez réessayer.',
    },
    NotFound: { title: 'Page introuvable', text: 'Il n’y a rien à cette adresse.' },
    MethodNotAllowed: {
      title: 'Ce n’est pas possible ici',
      text: 'Veuillez revenir en arrière et réessayer.',
    },
    CrossSite: {
      title: 'La demande venait d’un autre site',
      text: 'Pour votre sécurité, rien n’a été modifié. Veuillez recommencer depuis ce site.',
    },
    RateLimited: {
      title: 'Trop de tentatives',
      text: 'Veuillez patienter un instant, puis réessayer.',
    },
    SessionRequired: {
      title: 'Connectez-vous d’abord',
      text: 'Vous devez être connecté pour faire cela.',
    },
    RecentSignInRequired: {
      title: 'Reconnectez-vous d’abord',
      text: 'Pour votre sécurité, nous vous demandons de vous reconnecter avant une telle modification.',
    },
    AccessDenied: {
      title: 'Nous n’avons pas pu vous connecter',
      text: 'Ce compte n’est pas autorisé à se connecter ici.',
    },
    FlowMissing: {
      title: 'Cette connexion n’a pas pu être poursuivie',
      text: 'Elle a été commencée dans un autre navigateur, a déjà servi, ou les cookies sont bloqués. Veuillez recommencer.',
    },
    FlowExpired: {
      title: 'Cette connexion a pris trop de temps',
      text: 'Elle a expiré pour votre sécurité. Veuillez recommencer.',
    },
    CheckFailed: {
      title: 'Cette connexion n’a pas pu être vérifiée',
      text: 'Veuillez recommencer.',
    },
    PlatformError: {
      title: 'La plateforme n’a pas pu vous connecter',
      text: 'Réessayez ou connectez-vous autrement.',
    },
    PlatformUnreachable: {
      title: 'La plateforme ne répond pas',
      text: 'Veuillez réessayer dans un instant.',
    },
    ProfileInvalid: {
      title: 'La plateforme ne nous a pas dit qui vous êtes',
      text: 'Réessayez ou connectez-vous autrement.',
    },
    OAuthAccountNotLinked: {
      title: 'Vous avez déjà un compte ici',
      text: 'Connectez-vous comme la dernière fois. Vous pourrez ensuite associer cette plateforme sur la page de votre compte.',
    },
    AccountTaken: {
      title: 'Ce compte est déjà associé',
      text: 'Il est associé à un autre compte sur ce site.',
    },
    AlreadyConnected: {
      title: 'Vous avez déjà associé ce compte',
      text: 'Pour en associer un autre, changez de compte sur la plateforme, puis réessayez.',
    },
    LastMethod: {
      title: 'C’est votre seul moyen de vous connecter',
      text: 'Ajoutez-en un autre avant de supprimer celui-ci.',
    },
    Verification: {
      title: 'Ce lien ou ce code n’est plus valable',
      text: 'Il a peut-être expiré ou déjà servi. Veuillez en demander un nouveau.',
    },
    EmailInvalid: {
      title: 'Ce n’est pas une adresse e-mail',
      text: 'Veuillez saisir une seule adresse, par exemple ada@example.com.',
    },
    MailFailed: {
      title: 'L’e-mail n’a pas pu être envoyé',
      text: 'Réessayez dans un instant ou connectez-vous autrement.',
    },
    CredentialsSignin: {
      title: 'Ces informations de connexion sont incorrectes',
      titles: {
        email: 'Adresse e-mail ou mot de passe incorrect',
        username: 'Nom d’utilisateur ou mot de passe incorrect',
      },
      text: 'Vérifiez votre saisie et réessayez.',
    },
    WebAuthnVerification: {
      title: 'Cette clé d’accès n’a pas pu être vérifiée',
      text: 'Réessayez ou connectez-vous autrement.',
    },
    SignInAgain: {
      title: 'Veuillez vous reconnecter',
      text: 'La plateforme a de nouveau besoin de votre autorisation.',
    },
    ScopeMissing: {
      title: 'Veuillez vous reconnecter',
      text: 'La plateforme a de nouveau besoin de votre autorisation.',
    },
    Unsupported: {
      title: 'Ce n’est pas pris en charge ici',
      text: 'Veuillez choisir un autre moyen.',
    },
    StorageConflict: {
      title: 'Déjà en cours',
      text: 'Rien n’a été modifié. Veuillez réessayer.',
    },
    StorageError: {
      title: 'Ce n’est pas possible pour le moment',
      text: 'Veuillez réessayer dans un instant.',
    },
    Internal: { title: 'Une erreur est survenue', text: 'Veuillez réessayer.' },
  },
}

export default fr
