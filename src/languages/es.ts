import type { Translation } from '../types/language.ts'

/** Spanish. */
const es: Translation = {
  lang: 'es',
  text: {
    signIn: 'Iniciar sesión',
    signInTo: (name) => `Iniciar sesión en ${name}`,
    signInWith: (name) => `Iniciar sesión con ${name}`,
    more: 'Más formas de iniciar sesión',
    or: 'o',
    noMethods: 'Aquí todavía no hay ninguna forma de iniciar sesión.',
    continue: 'Continuar',
    cancel: 'Cancelar',
    signOut: 'Cerrar sesión',
    signOutOf: (name) => `Cerrar sesión en ${name}`,
    signOutText: 'Puedes volver a iniciar sesión cuando quieras.',
    signedInAs: (who) => `Has iniciado sesión como ${who}.`,
    staySignedIn: 'Mantener la sesión abierta',
    tryAgain: 'Intentarlo de nuevo',
    developer: 'Para desarrollo',
    developerText: 'Solo se muestra durante el desarrollo.',
    otherWay: 'Iniciar sesión de otra forma',
    connect: 'Conectar',
    account: 'Tu cuenta',
    platforms: 'Plataformas conectadas',
    noPlatforms: 'No hay ninguna plataforma conectada.',
    connected: 'Conectada',
    disconnect: 'Desconectar',
    added: 'Añadida el',
    lastUsed: 'Último uso:',
    remove: 'Eliminar',
    rename: 'Cambiar nombre',
    newName: 'Nuevo nombre',
    save: 'Guardar',
    sessions: 'Dónde tienes la sesión iniciada',
    thisDevice: 'Este dispositivo',
    unknownDevice: 'Dispositivo desconocido',
    device: (browser, system) => `${browser} en ${system}`,
    signOutEverywhere: 'Cerrar sesión en todos los dispositivos',
    back: 'Volver',
    backTo: (name) => `Volver a ${name}`,
    deleteAccount: 'Eliminar mi cuenta',
    deleteText: 'Se eliminará tu cuenta y todo lo que contiene. Esta acción no se puede deshacer.',
    deleteConfirm: 'Lo entiendo',
  },
  methods: {
    email: {
      email: 'Correo electrónico',
      sendLink: 'Enviar enlace',
      checkMail: 'Revisa tu correo',
      sent: 'Te hemos enviado un correo.',
      sentTo: (email) => `Hemos enviado un correo a ${email}.`,
      openLink: 'Abre el enlace que contiene para iniciar sesión.',
      openLinkOrTypeCode: 'Abre el enlace que contiene o introduce aquí el código de seis dígitos.',
      code: 'Código de seis dígitos',
      again: 'Enviar de nuevo',
      confirmSignIn: 'Continuar con el inicio de sesión',
      confirmSignInText: 'Vas a iniciar sesión como:',
      notYou: '¿No lo has solicitado tú? Cancela y no cambiará nada.',
    },
    webauthn: {
      signIn: 'Iniciar sesión con una llave de acceso',
      signUp: '¿Es tu primera vez? Regístrate con una llave de acceso',
      yourName: 'Tu nombre',
      create: 'Crear una llave de acceso',
      needsScript:
        'Las llaves de acceso necesitan JavaScript, que está desactivado en este navegador.',
      title: 'Llaves de acceso',
      none: 'Todavía no tienes ninguna llave de acceso.',
      add: 'Añadir una llave de acceso',
    },
  },
  mail: {
    subject: (app) => `Inicia sesión en ${app}`,
    title: (app) => `Inicia sesión en ${app}`,
    open: 'Abre este enlace para iniciar sesión:',
    button: 'Iniciar sesión',
    code: 'O introduce este código en la página de inicio de sesión:',
    expires: (_minutes, duration) =>
      `El enlace solo funciona una vez y es válido durante ${duration}.`,
    paste: 'Si el botón no funciona, abre esta dirección:',
    ignore: '¿No lo has solicitado tú? Puedes ignorar este correo.',
  },
  errors: {
    Configuration: {
      title: 'No es posible iniciar sesión',
      text: 'Inténtalo de nuevo más tarde.',
    },
    InvalidRequest: {
      title: 'No hemos podido leer la solicitud',
      text: 'No se ha cambiado nada. Inténtalo de nuevo.',
    },
    NotFound: { title: 'Página no encontrada', text: 'No hay nada en esta dirección.' },
    MethodNotAllowed: {
      title: 'Eso no es posible aquí',
      text: 'Vuelve atrás e inténtalo de nuevo.',
    },
    CrossSite: {
      title: 'La solicitud venía de otro sitio',
      text: 'Por tu seguridad, no se ha cambiado nada. Empieza de nuevo desde este sitio.',
    },
    RateLimited: {
      title: 'Demasiados intentos',
      text: 'Espera un momento e inténtalo de nuevo.',
    },
    SessionRequired: {
      title: 'Primero inicia sesión',
      text: 'Para hacer eso tienes que iniciar sesión.',
    },
    RecentSignInRequired: {
      title: 'Primero vuelve a iniciar sesión',
      text: 'Por tu seguridad, te pedimos que vuelvas a iniciar sesión antes de un cambio como este.',
    },
    AccessDenied: {
      title: 'No has iniciado sesión',
      text: 'Se canceló el inicio de sesión o esta cuenta no tiene permiso para entrar.',
    },
    FlowMissing: {
      title: 'No se ha podido continuar con el inicio de sesión',
      text: 'Se empezó en otro navegador, ya se utilizó o las cookies están bloqueadas. Empieza de nuevo.',
    },
    FlowExpired: {
      title: 'El inicio de sesión ha tardado demasiado',
      text: 'Ha caducado por tu seguridad. Empieza de nuevo.',
    },
    CheckFailed: {
      title: 'No se ha podido verificar el inicio de sesión',
      text: 'Empieza de nuevo.',
    },
    PlatformError: {
      title: 'La plataforma no ha podido iniciar tu sesión',
      text: 'Inténtalo de nuevo o elige otra forma de iniciar sesión.',
    },
    PlatformUnreachable: {
      title: 'La plataforma no responde',
      text: 'Inténtalo de nuevo en un momento.',
    },
    ProfileInvalid: {
      title: 'La plataforma no nos ha dicho quién eres',
      text: 'Inténtalo de nuevo o elige otra forma de iniciar sesión.',
    },
    OAuthAccountNotLinked: {
      title: 'Ya tienes una cuenta aquí',
      text: 'Inicia sesión como la última vez. Después podrás conectar esta plataforma en la página de tu cuenta.',
    },
    AccountTaken: {
      title: 'Esa cuenta ya está vinculada',
      text: 'Está vinculada a otra cuenta de este sitio.',
    },
    LastMethod: {
      title: 'Es tu única forma de iniciar sesión',
      text: 'Añade otra antes de eliminar esta.',
    },
    Verification: {
      title: 'Este enlace o código ya no es válido',
      text: 'Puede que haya caducado o que ya se haya utilizado. Solicita uno nuevo.',
    },
    EmailInvalid: {
      title: 'Eso no es una dirección de correo',
      text: 'Introduce una sola dirección, por ejemplo, ada@example.com.',
    },
    MailFailed: {
      title: 'No hemos podido enviar el correo',
      text: 'Inténtalo de nuevo en un momento o elige otra forma de iniciar sesión.',
    },
    CredentialsSignin: {
      title: 'Los datos no coinciden',
      text: 'Comprueba lo que has escrito e inténtalo de nuevo.',
    },
    WebAuthnVerification: {
      title: 'No se ha podido verificar la llave de acceso',
      text: 'Inténtalo de nuevo o elige otra forma de iniciar sesión.',
    },
    SignInAgain: {
      title: 'Vuelve a iniciar sesión',
      text: 'La plataforma necesita de nuevo tu permiso.',
    },
    Unsupported: { title: 'Eso no se admite aquí', text: 'Elige otra forma.' },
    StorageConflict: {
      title: 'Ya está en curso',
      text: 'No se ha cambiado nada. Inténtalo de nuevo.',
    },
    StorageError: {
      title: 'Eso no es posible en este momento',
      text: 'Inténtalo de nuevo en un momento.',
    },
    Internal: { title: 'Algo ha salido mal', text: 'Inténtalo de nuevo.' },
  },
}

export default es
