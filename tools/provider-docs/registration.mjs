/**
 * How an application is registered at the platforms that are used most, in the words of their own consoles.
 *
 * @typedef {object} Registration
 * @property {string} console what the place is called
 * @property {string} url where it is
 * @property {readonly string[]} steps `{callbackUrl}` stands for the address to register
 * @property {string} source the platform's own page about it
 * @property {{ environment: readonly string[], call: string }} [example] what to set and to write, where the keys alone don't say it
 */

/** @type {Readonly<Record<string, Registration>>} */
export const registrations = {
  amazon: {
    console: 'Login with Amazon',
    url: 'https://developer.amazon.com/loginwithamazon/console/site/lwa/overview.html',
    source: 'https://developer.amazon.com/docs/login-with-amazon/register-web.html',
    steps: [
      'Select **Create a New Security Profile**, and enter a name, a description and the URL of your privacy notice.',
      'Next to the profile, open the gear menu and choose **Web Settings**, then **Edit**.',
      'Under **Allowed Return URLs**, add {callbackUrl}.',
      'Copy the **Client ID** and the **Client Secret**.',
    ],
  },
  apple: {
    console: 'Certificates, Identifiers & Profiles',
    url: 'https://developer.apple.com/account/resources',
    source:
      'https://developer.apple.com/documentation/signinwithapple/configuring-your-environment-for-sign-in-with-apple',
    steps: [
      'Under **Identifiers**, register an **App ID** with the capability **Sign in with Apple**. You need a membership in the Apple Developer Program.',
      'Register a **Services ID**. Its identifier, such as `com.example.web`, is the client id.',
      'Open the Services ID, turn on **Sign in with Apple**, and select **Configure**. Choose the App ID as the primary one, enter your domain, and add {callbackUrl} to the **Return URLs**. Apple accepts only https, and no localhost.',
      'Under **Keys**, create a key with **Sign in with Apple**, and choose the same primary App ID. Download the `.p8` file; Apple offers it only once. Its content is `privateKey`, and the key’s ID is `keyId`.',
      'Find the **Team ID** under **Membership details**. It is `teamId`.',
    ],
    example: {
      environment: [
        'AUTH_APPLE_ID=com.example.web',
        'AUTH_APPLE_TEAM_ID=…',
        'AUTH_APPLE_KEY_ID=…',
        'AUTH_APPLE_PRIVATE_KEY=…   # the content of the .p8 file',
      ],
      call: `
  Apple({
    teamId: process.env.AUTH_APPLE_TEAM_ID ?? '',
    keyId: process.env.AUTH_APPLE_KEY_ID ?? '',
    privateKey: process.env.AUTH_APPLE_PRIVATE_KEY ?? '',
  }),
`,
    },
  },
  auth0: {
    console: 'Auth0 Dashboard',
    url: 'https://manage.auth0.com',
    source:
      'https://auth0.com/docs/get-started/auth0-overview/create-applications/regular-web-apps',
    steps: [
      'Under **Applications** > **Applications**, select **Create Application**, and choose **Regular Web Applications**.',
      'Open **Settings**, and add {callbackUrl} to the **Allowed Callback URLs**. For signing out, add your home page to the **Allowed Logout URLs**.',
      'Copy the **Domain**, which is the issuer, the **Client ID** and the **Client Secret**.',
    ],
  },
  cognito: {
    console: 'Amazon Cognito console',
    url: 'https://console.aws.amazon.com/cognito/home',
    source:
      'https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-settings-client-apps.html',
    steps: [
      'Open your user pool, or create one. Under **Branding** > **Domain**, make sure that it has a domain.',
      'Under **Applications** > **App clients**, create an app client of the type **Traditional web application**, which has a client secret.',
      'Under its **Login pages**, edit the settings: add {callbackUrl} to the **Allowed callback URLs**, choose the **Authorization code grant**, and the scopes `openid`, `profile` and `email`.',
      'Copy the **Client ID** and the **Client secret**. The issuer is `https://cognito-idp.<region>.amazonaws.com/<user pool id>`.',
    ],
  },
  discord: {
    console: 'Discord Developer Portal',
    url: 'https://discord.com/developers/applications',
    source: 'https://discord.com/developers/docs/topics/oauth2',
    steps: [
      'Select **New Application**, and enter a name.',
      'Open **OAuth2**. Under **Redirects**, add {callbackUrl}, and save.',
      'Copy the **Client ID**. Select **Reset Secret** to get the **Client Secret**.',
    ],
  },
  facebook: {
    console: 'Meta App Dashboard',
    url: 'https://developers.facebook.com/apps',
    source:
      'https://developers.facebook.com/documentation/facebook-login/guides/advanced/manual-flow',
    steps: [
      'Select **Create App**, and choose the use case **Authenticate and request data from users with Facebook Login**.',
      'Under **Use cases**, customize it: add the permission `email`, and open its **Settings**. Add {callbackUrl} to the **Valid OAuth Redirect URIs**. In development mode, localhost is allowed without being listed.',
      'Under **App settings** > **Basic**, copy the **App ID** and the **App secret**.',
      'Publish the app. Until then, only people with a role in it can sign in.',
    ],
  },
  github: {
    console: 'GitHub, Developer settings',
    url: 'https://github.com/settings/developers',
    source: 'https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/creating-an-oauth-app',
    steps: [
      'Under **OAuth Apps**, select **New OAuth App**, and enter a name and your home page.',
      'As the **Authorization callback URL**, enter {callbackUrl}. An OAuth app has only one: register a second app for development.',
      'Copy the **Client ID**, and select **Generate a new client secret**.',
    ],
  },
  gitlab: {
    console: 'GitLab, user settings',
    url: 'https://gitlab.com/-/user_settings/applications',
    source: 'https://docs.gitlab.com/integration/oauth_provider/',
    steps: [
      'Under **Applications**, select **Add new application**, and enter a name. Groups and whole instances have the same page.',
      'As the **Redirect URI**, enter {callbackUrl}.',
      'Keep **Confidential** selected, and select the scope `read_user`.',
      'Save, and copy the **Application ID** and the **Secret**. GitLab shows the secret only once.',
    ],
  },
  google: {
    console: 'Google Auth Platform',
    url: 'https://console.cloud.google.com/auth/clients',
    source: 'https://support.google.com/cloud/answer/15549257',
    steps: [
      'Choose a project, or create one. If asked, enter the name of your app, a support email address and your audience.',
      'Under **Clients**, select **Create client**, and choose the type **Web application**.',
      'Under **Authorized redirect URIs**, add {callbackUrl}. For development, `http://localhost:3000/api/auth/callback/google` works too.',
      'Copy the **Client ID** and the **Client secret**. Google shows the secret only once.',
      'Under **Audience**, publish the app. Until then, only the listed test users can sign in.',
    ],
  },
  instagram: {
    console: 'Meta App Dashboard',
    url: 'https://developers.facebook.com/apps',
    source:
      'https://developers.facebook.com/documentation/instagram-platform/instagram-api-with-instagram-login/business-login',
    steps: [
      'Create an app, and add the product **Instagram**. Only professional accounts (business and creator) can sign in.',
      'Under **Instagram** > **API setup with Instagram login**, open **Set up Instagram business login**, and enter {callbackUrl} as a redirect URL.',
      'Copy the **Instagram app ID** and the **Instagram app secret**. They differ from the app’s own ID and secret.',
      'Until Meta has reviewed the app, only accounts with a role in it can sign in.',
    ],
  },
  keycloak: {
    console: 'Keycloak admin console',
    url: 'https://www.keycloak.org/docs/latest/server_admin/index.html#_oidc_clients',
    source: 'https://www.keycloak.org/docs/latest/server_admin/index.html#_oidc_clients',
    steps: [
      'In your realm, open **Clients**, and select **Create client** with the type **OpenID Connect**.',
      'Turn on **Client authentication**, and keep **Standard flow** selected.',
      'Add {callbackUrl} to the **Valid redirect URIs**. For signing out, add your home page to the **Valid post logout redirect URIs**.',
      'The client id is the one you entered; the secret is under **Credentials**. The issuer is `https://<host>/realms/<realm>`.',
    ],
  },
  linkedin: {
    console: 'LinkedIn Developers',
    url: 'https://www.linkedin.com/developers/apps',
    source:
      'https://learn.microsoft.com/en-us/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2',
    steps: [
      'Select **Create app**, enter a name and a logo, and choose the LinkedIn page of your company.',
      'Under **Products**, request access to **Sign In with LinkedIn using OpenID Connect**.',
      'Under **Auth**, add {callbackUrl} to the **Authorized redirect URLs for your app**.',
      'Copy the **Client ID** and the **Primary Client Secret** from the same page.',
    ],
  },
  'microsoft-entra-id': {
    console: 'Microsoft Entra admin center',
    url: 'https://entra.microsoft.com',
    source: 'https://learn.microsoft.com/en-us/entra/identity-platform/quickstart-register-app',
    steps: [
      'Under **Entra ID** > **App registrations**, select **New registration**, and enter a name.',
      'Choose the **Supported account types**: your own organization, any organization, or also personal Microsoft accounts.',
      'As the **Redirect URI**, choose the platform **Web**, and enter {callbackUrl}. Register, and copy the **Application (client) ID**.',
      'Under **Certificates & secrets**, create a **New client secret**, and copy its **Value**, not its ID.',
      'For your own organization only, set the issuer to `https://login.microsoftonline.com/<Directory (tenant) ID>/v2.0`.',
    ],
  },
  notion: {
    console: 'Notion integrations',
    url: 'https://www.notion.so/profile/integrations',
    source: 'https://developers.notion.com/docs/authorization',
    steps: [
      'Select **New integration**, and choose the type **Public**. Only public integrations use OAuth.',
      'Under **Redirect URIs**, add {callbackUrl}.',
      'Under **Capabilities**, choose **Read user information including email addresses**.',
      'Copy the **OAuth client ID** and the **OAuth client secret**.',
    ],
  },
  okta: {
    console: 'Okta Admin Console',
    url: 'https://login.okta.com',
    source: 'https://help.okta.com/en-us/content/topics/apps/apps_app_integration_wizard_oidc.htm',
    steps: [
      'Under **Applications** > **Applications**, select **Create App Integration**. Choose **OIDC - OpenID Connect** and **Web Application**.',
      'Keep the grant type **Authorization Code**; choose **Refresh Token** as well if you need one.',
      'Add {callbackUrl} to the **Sign-in redirect URIs**, and your home page to the **Sign-out redirect URIs**. Assign the users who may sign in.',
      'Copy the **Client ID** and the **Client secret**. The issuer is your Okta domain, or that of a custom authorization server under **Security** > **API**.',
    ],
  },
  reddit: {
    console: 'Reddit apps',
    url: 'https://www.reddit.com/prefs/apps',
    source: 'https://github.com/reddit-archive/reddit/wiki/OAuth2',
    steps: [
      'Select **create another app**, enter a name, and choose the type **web app**.',
      'As the **redirect uri**, enter {callbackUrl}.',
      'The client id stands below the name of the app; copy it and the **secret**.',
    ],
  },
  slack: {
    console: 'Slack apps',
    url: 'https://api.slack.com/apps',
    source: 'https://docs.slack.dev/authentication/sign-in-with-slack',
    steps: [
      'Select **Create New App**, then **From scratch**, and choose a workspace for development.',
      'Under **OAuth & Permissions**, add {callbackUrl} to the **Redirect URLs**. Slack accepts only https.',
      'Under **Basic Information**, copy the **Client ID** and the **Client Secret**.',
      'To sign users of other workspaces in, turn on public distribution under **Manage Distribution**.',
    ],
  },
  spotify: {
    console: 'Spotify dashboard',
    url: 'https://developer.spotify.com/dashboard',
    source: 'https://developer.spotify.com/documentation/web-api/concepts/apps',
    steps: [
      'Select **Create app**, enter a name and a description, and choose **Web API**.',
      'Under **Redirect URIs**, add {callbackUrl}. For development, use `http://127.0.0.1:3000/api/auth/callback/spotify`; the name localhost is refused.',
      'Under **Settings**, copy the **Client ID** and the **Client secret**.',
      'In development mode, only the users listed under **User Management** can sign in.',
    ],
  },
  tiktok: {
    console: 'TikTok for Developers',
    url: 'https://developers.tiktok.com/apps',
    source: 'https://developers.tiktok.com/doc/login-kit-web',
    steps: [
      'Create an app, and add the product **Login Kit**.',
      'Under Login Kit, choose **Web**, and add {callbackUrl} as a redirect URI. The web kit refuses localhost; the desktop kit accepts it, see [the guide](../tiktok.md#2-develop-on-localhost).',
      'Create a **sandbox** for development, and add your TikTok account to its target users. The production app has to be reviewed.',
      'Copy the **Client key**, which is the client id, and the **Client secret**. A sandbox has its own.',
    ],
  },
  twitch: {
    console: 'Twitch developer console',
    url: 'https://dev.twitch.tv/console/apps',
    source: 'https://dev.twitch.tv/docs/authentication/register-app',
    steps: [
      'Select **Register Your Application**. Twitch requires two-factor authentication for your own account.',
      'Enter a name, add {callbackUrl} to the **OAuth Redirect URLs**, and choose the category **Website Integration** and the client type **Confidential**.',
      'Select **Manage**, copy the **Client ID**, and select **New Secret**.',
    ],
  },
  twitter: {
    console: 'X developer console',
    url: 'https://developer.x.com/en/portal/dashboard',
    source: 'https://docs.x.com/fundamentals/authentication/oauth-2-0/user-access-token',
    steps: [
      'Create a project and an app.',
      'In the settings of the app, set up **User authentication settings**. Choose the type **Web App, Automated App or Bot**, which is a confidential client.',
      'As the **Callback URI / Redirect URL**, enter {callbackUrl}, and enter your home page. To receive email addresses, turn on **Request email from users**, and add the scope `users.email`.',
      'Copy the OAuth 2.0 **Client ID** and **Client Secret**. They are not the API key and secret, which belong to OAuth 1.0a.',
    ],
  },
}
