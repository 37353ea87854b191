import type { HttpResponse } from '../../model/exchange.js';

/** Texts and numbers as whole tokens, so that the fraction of a number is not taken for a number. */
const tokenPattern = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Parses JSON; integers beyond 2^53 become texts, because a rounded id would be another one. Undefined for no JSON. */
export function parseJson(text: string): HttpResponse['json'] {
  if (text === '') return undefined;
  try {
    return JSON.parse(/\d{16}/.test(text) ? text.replace(tokenPattern, keepDigits) : text);
  } catch {
    return undefined;
  }
}

const keepDigits = (found: string) =>
  /^-?\d{16,}$/.test(found) && !Number.isSafeInteger(Number(found)) ? `"${found}"` : found;

/** Maximum nesting depth and number of parts; more would exhaust the stack or the memory. */
const maxDepth = 500;
const maxParts = 1_000_000;

/** Change of the nesting depth by a character outside of texts. */
const depthSteps = new Int8Array(0x10000);
for (const character of '[{') depthSteps[character.charCodeAt(0)] = 1;
for (const character of ']}') depthSteps[character.charCodeAt(0)] = -1;

/** Why a JSON text is too large to be parsed; undefined when it is not. */
export function findExcess(text: string): string | undefined {
  if (text.length <= maxDepth || !/^\s*[[{]/.test(text)) return undefined;
  let depth = 0;
  let parts = 0;
  let isInText = false;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (isInText) {
      if (code === backslash) i += 1;
      else if (code === quotationMark) isInText = false;
      continue;
    }
    if (code === quotationMark) isInText = true;
    else if (code === comma) parts += 1;
    depth += depthSteps[code] as number;
    if (depth > maxDepth) return `content that is nested deeper than ${maxDepth} levels`;
  }
  return parts > maxParts ? `content of more than ${maxParts} parts` : undefined;
}

const [quotationMark, comma, backslash] = [0x22, 0x2c, 0x5c];
