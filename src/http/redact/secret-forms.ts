import { decodeEscapes, hasEscape } from './decode-escapes.js';

export interface SecretForm {
  readonly text: string;
  readonly normalized: NormalizedText;
  /** Number of letters and digits in a row that are significant. */
  readonly need: number;
  /** Whether adjacent characters contain bits of it, as in base64. */
  readonly spills: { readonly before: boolean; readonly after: boolean };
  readonly isBase64: boolean;
}

/** Significant parts of a secret: from half of it, between these lengths. */
const partLengths = { least: 12, most: 32 };

/** Forms with fewer letters and digits are searched literally, because they could be anything. */
export const minNormalizedLength = 8;

/** Minimum length of a secret that is searched in other text. */
export const minSecretLength = 3;

const maxDoubleEncodedLength = 128;

/** Lists the forms of a secret: plain, hexadecimal, and base64 at any offset. Escapes are decoded before. */
export function listSecretForms(secret: string): SecretForm[] {
  if (secret.length < minSecretLength) return [];
  const plain = [...new Set([secret, ...listUnescapedForms(secret)])].map((text) => createForm(text));
  const letters = plain[0]?.normalized.length ?? 0;
  const need = computeNeededLength(letters < minNormalizedLength ? secret.length : letters);
  const bytes = [
    Buffer.from(secret),
    ...(/^[\0-\xff]*[\x80-\xff]/.test(secret) ? [Buffer.from(secret, 'latin1')] : []),
  ];
  const once = bytes.flatMap((one) => listEncodedForms(one, need));
  const again =
    secret.length > maxDoubleEncodedLength || letters < minNormalizedLength
      ? []
      : once.filter(({ isBase64 }) => isBase64);
  const twice = again.flatMap((inner) => listEncodedForms(Buffer.from(inner.text), inner.need));
  return [...plain.map((one) => ({ ...one, need: Math.min(one.normalized.length, need) })), ...once, ...twice];
}

const listEncodedForms = (bytes: Buffer, need: number): SecretForm[] => [
  createForm(bytes.toString('hex'), 2 * need),
  ...[0, 1, 2].map((offset) => createBase64Form(bytes, offset, need)),
];

const computeNeededLength = (length: number): number =>
  length < partLengths.least ? length : Math.max(partLengths.least, Math.min(partLengths.most, Math.ceil(length / 2)));

/** Decodes a secret that itself contains escapes. */
function* listUnescapedForms(secret: string): Generator<string> {
  let text = secret;
  for (let depth = 0; depth < 2 && hasEscape(text); depth += 1) {
    text = decodeEscapes({ text }).text;
    if (text.length >= minNormalizedLength) yield text;
  }
}

const noSpills = { before: false, after: false };

function createForm(text: string, need = 0, spills: SecretForm['spills'] = noSpills, isBase64 = false): SecretForm {
  const normalized = normalizeText(text);
  return { text, normalized, need: Math.min(normalized.length, Math.max(need, minNormalizedLength)), spills, isBase64 };
}

/** Builds the base64 characters that depend only on the secret when `offset` octets precede it in a group of three. */
function createBase64Form(bytes: Buffer, offset: number, need: number): SecretForm {
  const text = Buffer.concat([Buffer.alloc(offset), bytes])
    .toString('base64')
    .replace(/=+$/, '');
  const whole = text.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
  const spills = { before: offset > 0, after: (offset + bytes.length) % 3 > 0 };
  return createForm(whole, Math.floor((need * 4) / 3) - 1, spills, true);
}

/** A text reduced to what does not change in transit: lower-case letters and digits, without ASCII signs. */
export interface NormalizedText {
  readonly length: number;
  readonly codes: Uint16Array;
  readonly positions: Uint32Array;
}

/** Lower-case letters and digits by ASCII code; 0 for signs. */
export const foldedCodes = Uint8Array.from({ length: 128 }, (_, code) => {
  const letter = String.fromCharCode(code).toLowerCase();
  return /[a-z0-9]/.test(letter) ? letter.charCodeAt(0) : 0;
});

/** 1 for the signs with which an escape of URLs, JSON or HTML begins. */
export const escapeSigns = Uint8Array.from({ length: 128 }, (_, code) => +'%\\&'.includes(String.fromCharCode(code)));

export function normalizeText(text: string): NormalizedText {
  const kept: number[] = [];
  const positions: number[] = [];
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    const letter = code < 128 ? (foldedCodes[code] as number) : code;
    if (letter === 0) continue;
    kept.push(letter);
    positions.push(i);
  }
  return { length: kept.length, codes: Uint16Array.from(kept), positions: Uint32Array.from(positions) };
}
