import { decoded, hasEscape } from './decode-escapes.js';
import { type Canon, keptCanonOf } from './normalize.js';

/** One form in which a secret may show up. */
export interface Form {
  readonly text: string;
  readonly canon: Canon;
  /** How many letters and digits in a row give it away. */
  readonly need: number;
  /** Whether characters before or after it hold bits of it, as in base64. */
  readonly spills: { readonly before: boolean; readonly after: boolean };
  readonly isBase64: boolean;
}

/** A part of a secret gives it away from this length on, and from half of it; of a long one, from the greatest length on. */
const part = { least: 12, most: 32 };

/** Forms with fewer letters and digits could be anything, so they are looked for sign by sign. */
export const leastCanon = 8;

/** The shortest secret that is looked for in other text. */
export const leastSecret = 3;

/** Secrets up to this length are also looked for where they were encoded twice. */
const mostTwice = 128;

/** The forms of a secret: plain, hexadecimal, and base64 wherever in a longer text it begins. Escapes are read before. */
export function formsOf(secret: string): Form[] {
  if (secret.length < leastSecret) return [];
  const plain = [...new Set([secret, ...readings(secret)])].map((text) => form(text));
  const letters = plain[0]?.canon.length ?? 0;
  const need = telling(letters < leastCanon ? secret.length : letters);
  const bytes = [
    Buffer.from(secret),
    ...(/^[\0-\xff]*[\x80-\xff]/.test(secret) ? [Buffer.from(secret, 'latin1')] : []),
  ];
  const once = bytes.flatMap((one) => encodedOf(one, need));
  const again = secret.length > mostTwice || letters < leastCanon ? [] : once.filter(({ isBase64 }) => isBase64);
  const twice = again.flatMap((inner) => encodedOf(Buffer.from(inner.text), inner.need));
  return [...plain.map((one) => ({ ...one, need: Math.min(one.canon.length, need) })), ...once, ...twice];
}

const encodedOf = (bytes: Buffer, need: number): Form[] => [
  form(bytes.toString('hex'), 2 * need),
  ...[0, 1, 2].map((offset) => base64Of(bytes, offset, need)),
];

const telling = (length: number): number =>
  length < part.least ? length : Math.max(part.least, Math.min(part.most, Math.ceil(length / 2)));

/** What becomes of a secret that itself looks escaped. */
function* readings(secret: string): Generator<string> {
  let text = secret;
  for (let depth = 0; depth < 2 && hasEscape(text); depth += 1) {
    text = decoded({ text }).text;
    if (text.length >= leastCanon) yield text;
  }
}

const none = { before: false, after: false };

function form(text: string, need = 0, spills: Form['spills'] = none, isBase64 = false): Form {
  const canon = keptCanonOf(text);
  return { text, canon, need: Math.min(canon.length, Math.max(need, leastCanon)), spills, isBase64 };
}

/** The characters that depend on nothing but the secret where `offset` octets stand before it in a group of three. */
function base64Of(bytes: Buffer, offset: number, need: number): Form {
  const text = Buffer.concat([Buffer.alloc(offset), bytes])
    .toString('base64')
    .replace(/=+$/, '');
  const whole = text.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
  const spills = { before: offset > 0, after: (offset + bytes.length) % 3 > 0 };
  return form(whole, Math.floor((need * 4) / 3) - 1, spills, true);
}
