import type { Answer } from './exchange.js';

const unsafeNumber = /"(?:[^"\\]|\\.)*"|-?\d{16,}(?![\d.eE])/g;

/**
 * Parses JSON without losing digits: whole numbers beyond 2^53 arrive as text, because an id that was rounded would
 * be somebody else's. Gives undefined for content that is no JSON.
 */
export function parseJson(text: string): Answer['json'] {
  if (text === '') return undefined;
  try {
    return JSON.parse(/\d{16}/.test(text) ? text.replace(unsafeNumber, keepDigits) : text);
  } catch {
    return undefined;
  }
}

const keepDigits = (token: string) =>
  token.startsWith('"') || Number.isSafeInteger(Number(token)) ? token : `"${token}"`;
