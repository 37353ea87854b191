import { type MaybeSecret, Secret } from '../../model/secret.js';

/** A text to send, and the secrets in it, each in the forms in which it can be sent. */
export interface SendableText {
  readonly text: MaybeSecret;
  readonly secrets: readonly Secret[];
}

export const createPlainText = (text: string): SendableText => ({ text, secrets: [] });

/** Creates a text that must not be shown, with its scheme split off, so that the masked line can be copied. */
export function createSecretText(name: string, value: string, parts: readonly Secret[] = []): SendableText {
  const [prefix = ''] = schemePattern.exec(value) ?? [];
  const bare = value.slice(prefix.length);
  const secrets = [...listSecretParts(name, bare), ...parts].filter((secret) => secret.reveal() !== '');
  return { text: new Secret(name, bare, prefix), secrets: removeDuplicates(secrets) };
}

/** The claims of a JSON Web Token describe a person, with or without the signature. */
function listSecretParts(name: string, value: string): Secret[] {
  const signed = /^(eyJ[\w-]+\.[\w-]+)\.[\w-]+$/.exec(value)?.[1];
  return [new Secret(name, value), ...(signed === undefined ? [] : [new Secret(name, signed)])];
}

/** Each value once, under its first name. */
export function removeDuplicates(secrets: readonly Secret[]): Secret[] {
  const seen = new Map<string, Secret>();
  for (const secret of secrets) if (!seen.has(secret.reveal())) seen.set(secret.reveal(), secret);
  return [...seen.values()];
}

/** Authentication schemes before a token, as alternatives of a pattern. */
export const tokenSchemes = 'Bearer|Token|ApiKey|Api-Key|Key';

const schemePattern = new RegExp(`^(?:${tokenSchemes}|Basic|Digest|DPoP|Negotiate) +(?=\\S)`, 'i');
