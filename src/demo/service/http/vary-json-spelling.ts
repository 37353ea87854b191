import { isHeads, shuffle } from '../random-values.js';
import type { SeededRandom } from '../seeded-random.js';
import type { Answer } from './answer.js';
import { isObject, type Json } from './json.js';

/** Rewrites the JSON of a response with another spelling of the same value. */
export const varyJsonSpelling = (chance: SeededRandom, answer: Answer): Answer =>
  answer.body === undefined || answer.text !== undefined
    ? answer
    : { ...answer, text: `${drawGap(chance)}${spellValue(chance, answer.body)}${drawGap(chance)}` };

function spellValue(chance: SeededRandom, value: Json): string {
  if (typeof value === 'string') return spellText(chance, value);
  if (typeof value === 'number') return spellNumber(chance, value);
  if (Array.isArray(value)) return `[${value.map((inner) => spellValue(chance, inner)).join(`,${drawGap(chance)}`)}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).flatMap(([name, inner]) =>
    inner === undefined ? [] : [`${spellText(chance, name)}:${drawGap(chance)}${spellValue(chance, inner)}`],
  );
  return `{${shuffle(chance, members).join(`,${drawGap(chance)}`)}}`;
}

const drawGap = (chance: SeededRandom): string => chance.pick(['', ' ', '\n  ']);

/** Escapes non-ASCII characters, or not. */
function spellText(chance: SeededRandom, text: string): string {
  const plain = JSON.stringify(text);
  if (isHeads(chance)) return plain;
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return plain.replace(/[^\0-~]/g, escaped).replaceAll('/', '\\/');
}

/** 1, 1.0 or 1e0: the same number. */
function spellNumber(chance: SeededRandom, value: number): string {
  const plain = JSON.stringify(value);
  return /^-?\d{1,15}$/.test(plain) ? `${plain}${chance.pick(['', '.0', 'e0'])}` : plain;
}
