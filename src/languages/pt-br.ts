import type { Translation } from '../types/language.ts'

/** Portuguese, as in Brazil. */
const ptBr: Translation = {
  lang: 'pt-BR',
  text: {
    signIn: 'Entrar',
    signInTo: (name) => `Entrar em ${name}`,
    signInWith: (name) => `Entrar com ${name}`,
    more: 'Outras formas de entrar',
    or: 'ou',
    noMethods: 'Ainda não há como entrar aqui.',
    continue: 'Continuar',
    cancel: 'Cancelar',
    signOut: 'Sair',
    signOutOf: (name) => `Sair de ${name}`,
    signOutText: 'Você pode entrar de novo quando quiser.',
    signedInAs: (who) => `Você entrou como ${who}.`,
    staySignedIn: 'Continuar conectado',
    tryAgain: 'Tentar de novo',
    developer: 'Para desenvolvimento',
    developerText: 'Exibido apenas durante o desenvolvimento.',
    otherWay: 'Entrar de outra forma',
    connect: 'Conectar',
    account: 'Sua conta',
    platforms: 'Plataformas conectadas',
    noPlatforms: 'Nenhuma plataforma está conectada.',
    connected: 'Conectada',
    disconnect: 'Desconectar',
    added: 'Adicionada em',
    lastUsed: 'Último uso:',
    remove: 'Remover',
    rename: 'Renomear',
    newName: 'Novo nome',
    save: 'Salvar',
    sessions: 'Onde você está conectado',
    thisDevice: 'Este dispositivo',
    unknownDevice: 'Dispositivo desconhecido',
    device: (browser, system) => `${browser} no ${system}`,
    signOutEverywhere: 'Sair de todos os dispositivos',
    back: 'Voltar',
    backTo: (name) => `Voltar para ${name}`,
    deleteAccount: 'Excluir minha conta',
    deleteText:
      'Sua conta e tudo o que pertence a ela serão excluídos. Essa ação não pode ser desfeita.',
    deleteConfirm: 'Entendi',
  },
  methods: {
    email: {
      email: 'E-mail',
      sendLink: 'Enviar link',
      checkMail: 'Confira seu e-mail',
      sent: 'Enviamos um e-mail para você.',
      sentTo: (email) => `Enviamos um e-mail para ${email}.`,
      openLink: 'Abra o link da mensagem para entrar.',
      openLinkOrTypeCode: 'Abra o link da mensagem ou digite aqui o código de seis dígitos.',
      code: 'Código de seis dígitos',
      again: 'Enviar de novo',
      confirmSignIn: 'Continuar',
      confirmSignInText: 'Você vai entrar como:',
      notYou: 'Não foi você que pediu? Cancele e nada vai mudar.',
    },
    webauthn: {
      signIn: 'Entrar com uma chave de acesso',
      signUp: 'Primeira vez aqui? Cadastre-se com uma chave de acesso',
      yourName: 'Seu nome',
      create: 'Criar uma chave de acesso',
      needsScript:
        'As chaves de acesso precisam do JavaScript, que está desativado neste navegador.',
      title: 'Chaves de acesso',
      none: 'Você ainda não tem nenhuma chave de acesso.',
      add: 'Adicionar uma chave de acesso',
    },
  },
  mail: {
    subject: (app) => `Entrar em ${app}`,
    title: (app) => `Entrar em ${app}`,
    open: 'Abra este link para entrar:',
    button: 'Entrar',
    code: 'Ou digite este código na página de login:',
    expires: (_minutes, duration) => `O link funciona uma única vez e vale por ${duration}.`,
    paste: 'Se o botão não funcionar, abra este endereço:',
    ignore: 'Não foi você que pediu? Pode ignorar este e-mail.',
  },
  errors: {
    Configuration: {
      title: 'O login não está disponível',
      text: 'Tente de novo mais tarde.',
    },
    InvalidRequest: {
      title: 'Não conseguimos ler a solicitação',
      text: 'Nada foi alterado. Tente de novo.',
    },
    NotFound: { title: 'Página não encontrada', text: 'Não há nada neste endereço.' },
    MethodNotAllowed: {
      title: 'Isso não é possível aqui',
      text: 'Volte e tente de novo.',
    },
    CrossSite: {
      title: 'A solicitação veio de outro site',
      text: 'Para sua segurança, nada foi alterado. Comece de novo a partir deste site.',
    },
    RateLimited: {
      title: 'Muitas tentativas',
      text: 'Aguarde um momento e tente de novo.',
    },
    SessionRequired: {
      title: 'Entre primeiro',
      text: 'Você precisa entrar na sua conta para fazer isso.',
    },
    RecentSignInRequired: {
      title: 'Entre de novo primeiro',
      text: 'Para sua segurança, pedimos que você entre de novo antes de uma alteração como esta.',
    },
    AccessDenied: {
      title: 'Você não entrou',
      text: 'O login foi cancelado ou esta conta não tem permissão para entrar.',
    },
    FlowMissing: {
      title: 'Não foi possível continuar o login',
      text: 'Ele foi iniciado em outro navegador, já foi usado ou os cookies estão bloqueados. Comece de novo.',
    },
    FlowExpired: {
      title: 'O login demorou demais',
      text: 'Ele expirou para sua segurança. Comece de novo.',
    },
    CheckFailed: {
      title: 'Não foi possível verificar o login',
      text: 'Comece de novo.',
    },
    PlatformError: {
      title: 'A plataforma não conseguiu fazer seu login',
      text: 'Tente de novo ou entre de outra forma.',
    },
    PlatformUnreachable: {
      title: 'A plataforma não está respondendo',
      text: 'Tente de novo daqui a pouco.',
    },
    ProfileInvalid: {
      title: 'A plataforma não nos disse quem você é',
      text: 'Tente de novo ou entre de outra forma.',
    },
    OAuthAccountNotLinked: {
      title: 'Você já tem uma conta aqui',
      text: 'Entre como da última vez. Depois você pode conectar esta plataforma na página da sua conta.',
    },
    AccountTaken: {
      title: 'Essa conta já está vinculada',
      text: 'Ela está vinculada a outra conta deste site.',
    },
    LastMethod: {
      title: 'Esta é sua única forma de entrar',
      text: 'Adicione outra antes de remover esta.',
    },
    Verification: {
      title: 'Este link ou código não é mais válido',
      text: 'Ele pode ter expirado ou já ter sido usado. Peça um novo.',
    },
    EmailInvalid: {
      title: 'Isso não é um endereço de e-mail',
      text: 'Digite um único endereço, como ada@example.com.',
    },
    MailFailed: {
      title: 'Não conseguimos enviar o e-mail',
      text: 'Tente de novo daqui a pouco ou entre de outra forma.',
    },
    CredentialsSignin: {
      title: 'Os dados não conferem',
      text: 'Confira o que você digitou e tente de novo.',
    },
    WebAuthnVerification: {
      title: 'Não foi possível verificar a chave de acesso',
      text: 'Tente de novo ou entre de outra forma.',
    },
    SignInAgain: {
      title: 'Entre de novo',
      text: 'A plataforma precisa da sua permissão novamente.',
    },
    Unsupported: { title: 'Isso não é compatível aqui', text: 'Escolha outra forma.' },
    StorageConflict: {
      title: 'Já em andamento',
      text: 'Nada foi alterado. Tente de novo.',
    },
    StorageError: {
      title: 'Isso não é possível agora',
      text: 'Tente de novo daqui a pouco.',
    },
    Internal: { title: 'Algo deu errado', text: 'Tente de novo.' },
  },
}

export default ptBr
