import type { Answer } from './exchange.js';

/** Texts and numbers as they stand, each as a whole: the fraction of a number must not pass for a number. */
const token = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * Parses JSON without losing digits: whole numbers beyond 2^53 arrive as text, because an id that was rounded would
 * be somebody else's. Gives undefined for content that is no JSON.
 */
export function parseJson(text: string): Answer['json'] {
  if (text === '') return undefined;
  try {
    return JSON.parse(/\d{16}/.test(text) ? text.replace(token, keepDigits) : text);
  } catch {
    return undefined;
  }
}

const keepDigits = (found: string) =>
  /^-?\d{16,}$/.test(found) && !Number.isSafeInteger(Number(found)) ? `"${found}"` : found;
