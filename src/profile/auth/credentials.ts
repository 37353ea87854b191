import { isObject, type Json, type JsonObject, pointerOf } from '../../model/json.js';
import type { Certificate, Identity, Obtaining } from '../../model/profile/access.js';
import type { Problem } from '../../model/profile/profile-error.js';
import { Secret } from '../../model/profile/secret.js';
import { readCertificate, type SaidCertificate, secretsInCertificate } from '../connection/certificates.js';
import type { Interpolated } from '../file/interpolate-variables.js';
import { sendable } from '../flags/header-line.js';
import { hidingAt, type Origin, variablesOf } from '../secrets/literal-secrets.js';
import { concealed, type Sendable } from '../secrets/secret-text.js';
import { type Carrier, carrierIn, shapes } from './credential-carrier.js';
import { byLogin, type SaidLogin, secretsInLogin } from './login.js';
import { byOAuth2, type SaidOAuth2, secretsInOAuth2 } from './oauth2.js';

/** An identity with its secrets, or what is wrong with the credential. */
export type Known =
  | { readonly identity: Identity; readonly secrets: readonly Secret[] }
  | { readonly problem: Problem };

/** Turns `auth.credentials.<role>` into what is sent. Files are relative to `folder`. */
export function identify(role: string, credential: Json, scheme: string, origin: Origin, folder: string): Known {
  const known = identified(role, credential, scheme, origin, folder);
  if ('problem' in known) return known;
  const { identity, secrets } = known;
  return { identity, secrets: [...secrets, ...secretsInCertificate(identity.certificate ?? {})] };
}

function identified(role: string, credential: Json, scheme: string, origin: Origin, folder: string): Known {
  const tokens = ['auth', 'credentials', role];
  const complain = (message: string, ...deeper: string[]) => origin.source.problem([...tokens, ...deeper], message);
  const { certificate: said, ...rest } = isObject(credential) ? credential : ({} as JsonObject);
  const shown = certificateIn(said, folder, (key, message) => complain(message, 'certificate', key));
  if ('problem' in shown) return shown;
  const hiding = hidingAt(tokens, origin.interpolated);
  if (said !== undefined && Object.keys(rest).length === 0)
    return { identity: { name: role, headers: {}, query: {}, ...shown }, secrets: hiding.variables };
  const obtained = obtainingIn(tokens.join('.'), rest);
  if (typeof obtained === 'string') return { problem: complain(obtained) };
  if (obtained !== undefined) {
    if (role === 'expired') return { problem: complain('cannot be obtained; give one that was valid once') };
    const literals = obtained.literals.map((text) => new Secret(tokens.join('.'), text));
    const identity = { name: role, headers: {}, query: {}, ...shown, obtain: obtained.obtain };
    return { identity, secrets: [...hiding.variables, ...literals] };
  }
  const sent = carrierIn(said === undefined ? credential : rest, scheme);
  if (typeof sent === 'string') return { problem: complain(sent) };
  const { text, secrets } = hide(tokens, credential, sent, origin.interpolated);
  const field = { [sent.name]: text };
  const headers = sent.in === 'header' ? field : {};
  return { identity: { name: role, headers, query: sent.in === 'query' ? field : {}, ...shown }, secrets };
}

/** The value of a header field of the file: hidden when a variable took part or its name is telling. */
export function headerText(name: string, value: string, { taken }: Interpolated): Sendable {
  const variables = taken.get(pointerOf(['headers', name]));
  if (!variables) return sendable(name, value);
  return concealed(variables.names.join('+'), value, variablesOf(variables));
}

type Shown = { readonly certificate?: Certificate } | { readonly problem: Problem };

function certificateIn(
  said: Json | undefined,
  folder: string,
  complain: (key: string, message: string) => Problem,
): Shown {
  if (said === undefined) return {};
  const { certificate, problems } = readCertificate(said as SaidCertificate, folder, complain);
  if (problems[0]) return { problem: problems[0] };
  const isEmpty = certificate.cert === undefined && certificate.pfx === undefined;
  return isEmpty ? { problem: complain('cert', 'expected cert and key, or pfx') } : { certificate };
}

/** How a credential is obtained and the secrets in that, or what is wrong with how it was said; undefined where it is given. */
function obtainingIn(name: string, said: JsonObject): { obtain: Obtaining; literals: string[] } | string | undefined {
  const { oauth2, login, ...others } = said as unknown as { oauth2?: SaidOAuth2; login?: SaidLogin };
  if (oauth2 === undefined && login === undefined) return undefined;
  if ((oauth2 && login) || Object.keys(others).length > 0) return shapes;
  const obtain = oauth2 ? byOAuth2(name, oauth2) : byLogin(name, login ?? {});
  if (typeof obtain === 'string') return obtain;
  return { obtain, literals: oauth2 ? secretsInOAuth2(oauth2) : secretsInLogin(login ?? {}) };
}

function hide(tokens: readonly string[], credential: Json, sent: Carrier, interpolated: Interpolated): Sendable {
  const { name, variables } = hidingAt(tokens, interpolated);
  const literals = secretLiterals(credential).map((literal) => new Secret(name, literal));
  const { text, secrets } = concealed(name, sent.value, [...variables, ...literals]);
  return sent.front === undefined ? { text, secrets } : { text: new Secret(name, sent.value, sent.front), secrets };
}

/** User names and names of fields are no secrets; blotting them out would make a report unreadable. */
function secretLiterals(credential: Json): string[] {
  if (typeof credential === 'string') return [credential];
  const { username, password, token, value } = (isObject(credential) ? credential : {}) as JsonObject;
  const user = password === undefined || password === '' ? [username] : [];
  return [password, token, value, ...user].filter((text): text is string => typeof text === 'string');
}
