import type { HttpResponse } from '../../model/exchange.js';

/** Texts and numbers as they stand, each as a whole: the fraction of a number must not pass for a number. */
const tokenPattern = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * Parses JSON without losing digits: whole numbers beyond 2^53 arrive as text, because an id that was rounded would
 * be somebody else's. Gives undefined for content that is no JSON.
 */
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

/** Deepest nesting that is read, in levels, and most parts: whoever walks over more does not come back. */
const maxDepth = 500;
const maxParts = 1_000_000;

/** What a character adds to the nesting, outside of texts. */
const depthSteps = new Int8Array(0x10000);
for (const character of '[{') depthSteps[character.charCodeAt(0)] = 1;
for (const character of ']}') depthSteps[character.charCodeAt(0)] = -1;

/** Why a text in JSON is more than can be read; undefined where it can be. */
export function findExcess(text: string): string | undefined {
  if (text.length <= maxDepth || !/^\s*[[{]/.test(text)) return undefined;
  let depth = 0;
  let parts = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x22) i = findTextEnd(text, i);
    depth += depthSteps[code] ?? 0;
    if (code === 0x2c) parts++;
    if (depth > maxDepth) return `content that is nested deeper than ${maxDepth} levels`;
  }
  return parts > maxParts ? `content of more than ${maxParts} parts` : undefined;
}

/** Where the text that begins here ends: at a quotation mark with an even number of backslashes before it. */
function findTextEnd(text: string, from: number): number {
  for (let end = text.indexOf('"', from + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let before = end;
    while (text[before - 1] === '\\') before--;
    if ((end - before) % 2 === 0) return end;
  }
  return text.length;
}
