import type { CallerIdentity, Certificate } from '../../model/access.js';
import { buildPointer, isObject, type Json, type JsonObject } from '../../model/json.js';
import type { Problem } from '../../model/profile/profile-error.js';
import { Secret } from '../../model/secret.js';
import { type DeclaredCertificate, listCertificateSecrets, readCertificate } from '../connection/certificates.js';
import type { Interpolated } from '../file/interpolate-variables.js';
import { isFieldName, isFieldValue, parseHeader, shortenName, toSendable } from '../flags/header-line.js';
import { createVariableSecrets, findSecretSource, type TextOrigin } from '../secrets/literal-secrets.js';
import { createSecretText, type SendableText } from '../secrets/secret-text.js';
import { createLoginSource, type DeclaredLogin, listLoginSecrets } from './login.js';
import { createOAuth2Source, type DeclaredOAuth2, listOAuth2Secrets } from './oauth2.js';

const credentialForms =
  'expected a text, {token}, {username, password}, {header, value}, {query, value}, {cookie, value}, {oauth2}, {login} or {certificate}';

/** Octets of a cookie (RFC 6265 §4.1.1). */
const cookieNamePattern = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+=$/;

const cookieValuePattern = /^"?[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*"?$/;

export type ResolvedIdentity =
  | { readonly identity: CallerIdentity; readonly secrets: readonly Secret[] }
  | { readonly problem: Problem };

/** Converts `auth.credentials.<role>` to header fields and requests. Files are relative to `folder`. */
export function resolveIdentity(role: string, credential: Json, scheme: string, origin: TextOrigin, folder: string) {
  const known = buildIdentity(role, credential, scheme, origin, folder);
  if ('problem' in known) return known;
  const { identity, secrets } = known;
  return { identity, secrets: [...secrets, ...listCertificateSecrets(identity.certificate ?? {})] };
}

function buildIdentity(role: string, credential: Json, scheme: string, origin: TextOrigin, folder: string) {
  const tokens = ['auth', 'credentials', role];
  const complain = (message: string, ...deeper: string[]) => origin.source.problem([...tokens, ...deeper], message);
  const { certificate: said, ...rest } = isObject(credential) ? credential : ({} as JsonObject);
  const shown = resolveCertificate(said, folder, (key, message) => complain(message, 'certificate', key));
  if ('problem' in shown) return shown;
  const hiding = findSecretSource(tokens, origin.interpolated);
  if (said !== undefined && Object.keys(rest).length === 0)
    return { identity: { name: role, headers: {}, query: {}, ...shown }, secrets: hiding.variables };
  const obtained = resolveCredentialSource(tokens.join('.'), rest);
  if (typeof obtained === 'string') return { problem: complain(obtained) };
  if (obtained !== undefined) {
    if (role === 'expired') return { problem: complain('cannot be obtained; give a credential that has expired') };
    if (role === 'wrongPassword') return { problem: complain('cannot be obtained; give a credential that is refused') };
    const literals = obtained.literals.map((text) => new Secret(tokens.join('.'), text));
    const identity = { name: role, headers: {}, query: {}, ...shown, obtain: obtained.obtain };
    return { identity, secrets: [...hiding.variables, ...literals] };
  }
  const sent = parseCredential(said === undefined ? credential : rest, scheme);
  if (typeof sent === 'string') return { problem: complain(sent) };
  const { text, secrets } = hideCredential(tokens, credential, sent, origin.interpolated);
  const field = { [sent.name]: text };
  const headers = sent.in === 'header' ? field : {};
  return { identity: { name: role, headers, query: sent.in === 'query' ? field : {}, ...shown }, secrets };
}

/** The value of a header field of the file: secret if it contains a variable or its name indicates a credential. */
export function resolveHeaderText(name: string, value: string, { variables: taken }: Interpolated): SendableText {
  const variables = taken.get(buildPointer(['headers', name]));
  if (!variables) return toSendable(name, value);
  return createSecretText(variables.names.join('+'), value, createVariableSecrets(variables));
}

type CertificateResult = { readonly certificate?: Certificate } | { readonly problem: Problem };

function resolveCertificate(
  said: Json | undefined,
  folder: string,
  complain: (key: string, message: string) => Problem,
): CertificateResult {
  if (said === undefined) return {};
  const { certificate, problems } = readCertificate(said as DeclaredCertificate, folder, complain);
  if (problems[0]) return { problem: problems[0] };
  const isEmpty = certificate.cert === undefined && certificate.pfx === undefined;
  return isEmpty ? { problem: complain('cert', 'expected cert and key, or pfx') } : { certificate };
}

/** How a credential is obtained, with its secrets, or the problem of its declaration; undefined for a fixed credential. */
function resolveCredentialSource(name: string, said: JsonObject) {
  const { oauth2, login, ...others } = said as unknown as { oauth2?: DeclaredOAuth2; login?: DeclaredLogin };
  if (oauth2 === undefined && login === undefined) return undefined;
  if ((oauth2 && login) || Object.keys(others).length > 0) return credentialForms;
  const obtain = oauth2 ? createOAuth2Source(name, oauth2) : createLoginSource(name, login ?? {});
  if (typeof obtain === 'string') return obtain;
  return { obtain, literals: oauth2 ? listOAuth2Secrets(oauth2) : listLoginSecrets(login ?? {}) };
}

function hideCredential(
  tokens: readonly string[],
  credential: Json,
  sent: CredentialCarrier,
  interpolated: Interpolated,
): SendableText {
  const { name, variables } = findSecretSource(tokens, interpolated);
  const literals = listSecretLiterals(credential).map((literal) => new Secret(name, literal));
  const { text, secrets } = createSecretText(name, sent.value, [...variables, ...literals]);
  return sent.front === undefined ? { text, secrets } : { text: new Secret(name, sent.value, sent.front), secrets };
}

/** User names and names of fields are not secrets; masking them would make a report unreadable. */
function listSecretLiterals(credential: Json): string[] {
  if (typeof credential === 'string') return [credential];
  const { username, password, token, value } = (isObject(credential) ? credential : {}) as JsonObject;
  const user = password === undefined || password === '' ? [username] : [];
  return [password, token, value, ...user].filter((text): text is string => typeof text === 'string');
}

interface CredentialCarrier {
  readonly in: 'header' | 'query';
  readonly name: string;
  readonly value: string;
  /** Text before the value that is not secret, such as the name of a cookie. */
  readonly front?: string;
}

/** Returns the request part for a fixed credential, or the problem of its declaration. */
function parseCredential(credential: Json, scheme: string): CredentialCarrier | string {
  const sent = parseCarrier(credential, scheme);
  return typeof sent === 'string' ? sent : (findProblem(sent) ?? sent);
}

function parseCarrier(credential: Json, scheme: string): CredentialCarrier | string {
  if (typeof credential === 'string') return parseText(credential, scheme);
  const { token, username, password, header, query, cookie, value } = credential as Record<string, string>;
  const wanted = [token, username, header, query, cookie].filter((part) => part !== undefined);
  if (wanted.length !== 1) return credentialForms;
  if (token !== undefined) return parseText(token, 'bearer');
  if (username !== undefined)
    return value === undefined ? createBasicCarrier(`${username}:${password ?? ''}`) : credentialForms;
  if (value === undefined || password !== undefined) return credentialForms;
  if (cookie !== undefined) return { in: 'header', name: 'cookie', value, front: `${cookie}=` };
  return header === undefined
    ? { in: 'query', name: query ?? '', value }
    : { in: 'header', name: header.toLowerCase(), value };
}

function parseText(text: string, scheme: string): CredentialCarrier | string {
  if (scheme === 'basic')
    return text.includes(':') ? createBasicCarrier(text) : 'expected user:password for the scheme basic';
  if (scheme === 'apiKey') return { in: 'header', name: 'x-api-key', value: text };
  if (scheme === 'bearer')
    return { in: 'header', name: 'authorization', value: `Bearer ${text.replace(/^Bearer +/i, '')}` };
  const line = parseHeader(text);
  return 'problem' in line ? `expected Name: value for the scheme header: ${line.problem}` : { in: 'header', ...line };
}

const createBasicCarrier = (pair: string): CredentialCarrier => ({
  in: 'header',
  name: 'authorization',
  value: `Basic ${Buffer.from(pair, 'utf8').toString('base64')}`,
});

function findProblem({ in: place, name, value, front }: CredentialCarrier): string | undefined {
  if (front !== undefined) {
    if (!cookieNamePattern.test(front)) return `${shortenName(front.slice(0, -1))} is not a valid cookie name`;
    return cookieValuePattern.test(value) ? undefined : 'contains characters that cannot be sent in a cookie';
  }
  if (place === 'header' && !isFieldName(name)) return `${shortenName(name)} is not a valid header field name`;
  if (place === 'header' && !isFieldValue(value)) return 'contains characters that cannot be sent in a header field';
  return undefined;
}
