import type { ProfileText } from '../../model/profile/access.js';
import { Secret } from '../../model/profile/secret.js';

/** A text to send, and the secrets in it, each as it may show up on the wire. */
export interface SendableText {
  readonly text: ProfileText;
  readonly secrets: readonly Secret[];
}

/** A text that nobody needs to hide. */
export const createPlainText = (text: string): SendableText => ({ text, secrets: [] });

/**
 * A text that may never be shown. An authentication scheme in front is split off: blotted out alone, the token
 * leaves a line that can still be copied (`Bearer ${TOKEN}`). `parts` are variables that took part in it.
 */
export function createSecretText(name: string, value: string, parts: readonly Secret[] = []): SendableText {
  const [prefix = ''] = schemePattern.exec(value) ?? [];
  const bare = value.slice(prefix.length);
  const secrets = [...listSecretParts(name, bare), ...parts].filter((secret) => secret.reveal() !== '');
  return { text: new Secret(name, bare, prefix), secrets: removeDuplicates(secrets) };
}

/** What is signed in a JSON Web Token tells about somebody, with a signature or without. */
function listSecretParts(name: string, value: string): Secret[] {
  const signed = /^(eyJ[\w-]+\.[\w-]+)\.[\w-]+$/.exec(value)?.[1];
  return [new Secret(name, value), ...(signed === undefined ? [] : [new Secret(name, signed)])];
}

/** Each value once, under the first name that it goes by. */
export function removeDuplicates(secrets: readonly Secret[]): Secret[] {
  const seen = new Map<string, Secret>();
  for (const secret of secrets) if (!seen.has(secret.reveal())) seen.set(secret.reveal(), secret);
  return [...seen.values()];
}

const schemePattern = /^(?:Bearer|Basic|Token|Digest|ApiKey|Api-Key|Key|DPoP|Negotiate) +(?=\S)/i;
