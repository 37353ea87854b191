import type { CredentialSource } from '../../model/access.js';
import { type MaybeSecret, Secret } from '../../model/secret.js';
import { listSecretTexts } from '../secrets/literal-secrets.js';

/** `auth.credentials.<role>.oauth2` as the schema defines it. */
export interface DeclaredOAuth2 {
  readonly tokenUrl: string;
  readonly grant?: 'client_credentials' | 'password';
  readonly clientId: string;
  readonly clientSecret?: string;
  readonly username?: string;
  readonly password?: string;
  readonly scope?: string;
  readonly audience?: string;
  readonly authentication?: 'basic' | 'body';
  readonly extra?: Readonly<Record<string, string>>;
}

/** How a token is obtained with a grant of RFC 6749, or what is missing. */
export function createOAuth2Source(name: string, said: DeclaredOAuth2): CredentialSource | string {
  const trouble = findProblem(said);
  if (trouble !== undefined) return trouble;
  const { tokenUrl, grant = 'client_credentials', username, password, scope, audience, extra } = said;
  const { headers, members } = createClientAuthentication(name, said);
  const form = (own: Readonly<Record<string, string | undefined>>) =>
    new Secret(name, encodeForm({ ...own, ...members, ...extra }));
  return {
    name,
    request: {
      method: 'POST',
      url: tokenUrl,
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      content: form({
        grant_type: grant,
        ...(grant === 'password' && { username, password }),
        scope,
        audience,
      }),
    },
    take: { in: 'body', pointer: '/access_token' },
    send: { in: 'header', name: 'authorization', template: 'Bearer {token}' },
    refresh: form({ grant_type: 'refresh_token' }),
  };
}

export const listOAuth2Secrets = ({ clientSecret, password, extra = {} }: DeclaredOAuth2): string[] => [
  ...[clientSecret, password].flatMap((text) => text || []),
  ...listSecretTexts(extra),
];

/** A token endpoint is a whole URL, or a path under the base URL. */
export const isAddress = (url: string): boolean =>
  url.startsWith('/') || (/^https?:\/\/[^/?#@\s]+([/?][^#\s]*)?$/i.test(url) && URL.canParse(url));

function findProblem({ tokenUrl, grant = 'client_credentials', clientSecret, username, password }: DeclaredOAuth2) {
  if (!isAddress(tokenUrl)) return 'tokenUrl is neither an http(s) URL nor a path that starts with /';
  if (grant === 'client_credentials' && clientSecret === undefined)
    return 'the grant client_credentials needs a clientSecret';
  if (grant === 'password' && (username === undefined || password === undefined))
    return 'the grant password needs a username and a password';
  return undefined;
}

/** How the client authenticates (RFC 6749 §2.3.1); one without a secret only sends its id (§3.2.1). */
function createClientAuthentication(
  name: string,
  { clientId, clientSecret, authentication = 'basic' }: DeclaredOAuth2,
): { readonly headers: Readonly<Record<string, MaybeSecret>>; readonly members: Readonly<Record<string, string>> } {
  if (clientSecret === undefined) return { headers: {}, members: { client_id: clientId } };
  if (authentication === 'body') return { headers: {}, members: { client_id: clientId, client_secret: clientSecret } };
  const pair = Buffer.from(`${encodeFormText(clientId)}:${encodeFormText(clientSecret)}`).toString('base64');
  return { headers: { authorization: new Secret(name, pair, 'Basic ') }, members: {} };
}

const encodeFormText = (text: string): string => encodeForm({ '': text }).slice(1);

const encodeForm = (members: Readonly<Record<string, string | undefined>>): string =>
  new URLSearchParams(
    Object.entries(members).filter((entry): entry is [string, string] => entry[1] !== undefined),
  ).toString();
