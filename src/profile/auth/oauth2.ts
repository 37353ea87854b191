import type { Obtaining, Text } from '../../model/profile/access.js';
import { Secret } from '../../model/profile/secret.js';
import { secretTexts } from '../secrets/literal-secrets.js';

/** `auth.credentials.<role>.oauth2` as the schema has it. */
export interface SaidOAuth2 {
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
export function byOAuth2(name: string, said: SaidOAuth2): Obtaining | string {
  const trouble = troubleIn(said);
  if (trouble !== undefined) return trouble;
  const { tokenUrl, grant = 'client_credentials', username, password, scope, audience, extra } = said;
  const { headers, members } = clientIn(name, said);
  const form = (own: Readonly<Record<string, string | undefined>>) =>
    new Secret(name, encoded({ ...own, ...members, ...extra }));
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

/** What of it must not be shown. */
export const secretsInOAuth2 = ({ clientSecret, password, extra = {} }: SaidOAuth2): string[] => [
  ...[clientSecret, password].flatMap((text) => text || []),
  ...secretTexts(extra),
];

/** A token endpoint is a whole URL, or a path under the base URL. */
export const isAddress = (url: string): boolean =>
  url.startsWith('/') || (/^https?:\/\/[^/?#@\s]+([/?][^#\s]*)?$/i.test(url) && URL.canParse(url));

function troubleIn({ tokenUrl, grant = 'client_credentials', clientSecret, username, password }: SaidOAuth2) {
  if (!isAddress(tokenUrl)) return 'tokenUrl is neither an http(s) URL nor a path that starts with /';
  if (grant === 'client_credentials' && clientSecret === undefined)
    return 'the grant client_credentials needs a clientSecret';
  if (grant === 'password' && (username === undefined || password === undefined))
    return 'the grant password needs a username and a password';
  return undefined;
}

/** How the client makes itself known (RFC 6749 §2.3.1); one without a secret only names itself (§3.2.1). */
function clientIn(
  name: string,
  { clientId, clientSecret, authentication = 'basic' }: SaidOAuth2,
): { readonly headers: Readonly<Record<string, Text>>; readonly members: Readonly<Record<string, string>> } {
  if (clientSecret === undefined) return { headers: {}, members: { client_id: clientId } };
  if (authentication === 'body') return { headers: {}, members: { client_id: clientId, client_secret: clientSecret } };
  const pair = Buffer.from(`${formEncoded(clientId)}:${formEncoded(clientSecret)}`).toString('base64');
  return { headers: { authorization: new Secret(name, pair, 'Basic ') }, members: {} };
}

const formEncoded = (text: string): string => encoded({ '': text }).slice(1);

const encoded = (members: Readonly<Record<string, string | undefined>>): string =>
  new URLSearchParams(
    Object.entries(members).filter((entry): entry is [string, string] => entry[1] !== undefined),
  ).toString();
