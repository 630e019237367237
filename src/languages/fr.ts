import type { Translation } from '../types/language.ts'

/** French. */
const fr: Translation = {
  lang: 'fr',
  text: {
    signIn: 'Se connecter',
    signInTo: (name) => `Se connecter à ${name}`,
    signInWith: (name) => `Se connecter avec ${name}`,
    more: 'Autres façons de se connecter',
    or: 'ou',
    noMethods: 'Il n’y a pas encore de moyen de se connecter ici.',
    continue: 'Continuer',
    cancel: 'Annuler',
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
    platforms: 'Plateformes associées',
    noPlatforms: 'Aucune plateforme n’est associée.',
    connected: 'Associé',
    disconnect: 'Dissocier',
    added: 'Ajoutée le',
    lastUsed: 'Dernière utilisation\u00a0:',
    remove: 'Supprimer',
    rename: 'Renommer',
    newName: 'Nouveau nom',
    save: 'Enregistrer',
    sessions: 'Appareils connectés',
    thisDevice: 'Cet appareil',
    unknownDevice: 'Appareil inconnu',
    device: (browser, system) => `${browser} sur ${system}`,
    signOutEverywhere: 'Se déconnecter partout',
    back: 'Retour',
    backTo: (name) => `Retour à ${name}`,
    deleteAccount: 'Supprimer mon compte',
    deleteText:
      'Votre compte et tout ce qu’il contient seront supprimés. Cette action est irréversible.',
    deleteConfirm: 'J’ai compris',
  },
  methods: {
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
      confirmSignIn: 'Poursuivre la connexion',
      confirmSignInText: 'Vous allez être connecté en tant que\u00a0:',
      notYou:
        'Vous n’êtes pas à l’origine de cette demande\u00a0? Annulez\u00a0: rien ne changera.',
    },
    webauthn: {
      signIn: 'Se connecter avec une clé d’accès',
      signUp: 'Nouveau ici\u00a0? Créez un compte avec une clé d’accès',
      yourName: 'Votre nom',
      create: 'Créer une clé d’accès',
      needsScript: 'Les clés d’accès nécessitent JavaScript, qui est désactivé dans ce navigateur.',
      title: 'Clés d’accès',
      none: 'Vous n’avez pas encore de clé d’accès.',
      add: 'Ajouter une clé d’accès',
    },
  },
  mail: {
    subject: (app) => `Connexion à ${app}`,
    title: (app) => `Connexion à ${app}`,
    open: 'Ouvrez ce lien pour vous connecter\u00a0:',
    button: 'Se connecter',
    code: 'Ou saisissez ce code sur la page de connexion\u00a0:',
    expires: (_minutes, duration) =>
      `Le lien ne fonctionne qu’une fois. Durée de validité\u00a0: ${duration}.`,
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
      title: 'Vous n’avez pas été connecté',
      text: 'La connexion a été annulée, ou ce compte n’est pas autorisé à se connecter.',
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
      title: 'Les informations ne correspondent pas',
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
