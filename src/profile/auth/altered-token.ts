import { randomInt } from 'node:crypto';

/** How many characters at the end of a token are replaced, and how many of them must be letters or digits: others stay. */
const replaced = 4;
const minReplaced = 3;
/** A shorter part has too few characters for others to be unknown. */
const minLength = 8;

/**
 * A token with another end, so that it names the same caller where it begins with a name (`alice.secret`): a service that compares the
 * whole token does not know it. Undefined for passwords, after several of which services lock a user; for cookies; for JSON Web Tokens,
 * whose invented ones have the claims of the real one already; and where the token is too short, or ends with
 * punctuation.
 */
export function alterToken(field: string, real: string): string | undefined {
  const [, scheme = '', token = ''] = /^((?:Bearer|Token|ApiKey|Api-Key|Key) +)?(\S+)$/i.exec(real) ?? [];
  if (field === 'cookie' || (field === 'authorization' && scheme === '') || /^eyJ[\w-]+\./.test(token))
    return undefined;
  const secret = token.slice(Math.max(token.lastIndexOf('.'), token.lastIndexOf(':')) + 1).replace(/=+$/, '');
  if (secret.length < minLength) return undefined;
  const end = token.lastIndexOf(secret) + secret.length;
  const known = token.slice(end - replaced, end);
  if (known.replace(/[^a-z\d]/gi, '').length < minReplaced) return undefined;
  const altered = [...known].map(replaceCharacter).join('');
  return `${scheme}${token.slice(0, end - replaced)}${altered}${token.slice(end)}`;
}

const alphabets = ['0123456789', 'abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** Another character of the same kind; punctuation stays. */
function replaceCharacter(real: string): string {
  const alphabet = alphabets.find((one) => one.includes(real));
  if (alphabet === undefined) return real;
  return alphabet[(alphabet.indexOf(real) + randomInt(1, alphabet.length)) % alphabet.length] ?? real;
}
