import type { Json } from '../../model/json.js';

/** Whether two observed values mean the same: ids, times, marks, counters and base URLs differ from run to run. */
export const isSimilarValue = (one: Json | undefined, other: Json | undefined): boolean =>
  JSON.stringify(normalizeValue(one)) === JSON.stringify(normalizeValue(other));

function normalizeValue(value: Json | undefined): unknown {
  if (typeof value === 'string') return normalizeVolatileText(value);
  if (typeof value === 'number') return isStatus(value) ? value : '#';
  if (Array.isArray(value)) return [...new Set(value.map((entry) => JSON.stringify(normalizeValue(entry))))].sort();
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .map(([name, member]) => [normalizeVolatileText(name), normalizeValue(member)])
    .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
}

const isStatus = (number: number): boolean => Number.isInteger(number) && number >= 100 && number <= 599;

/** Replaces addresses and words with digits, which come from chance, a clock or a counter; a status alone is kept. */
const normalizeVolatileText = (text: string): string =>
  text
    .replace(/https?:\/\/[^\s/"'<>]+/gi, '')
    .replace(/[\w.:+-]*\d[\w.:+-]*/g, (word) => (/^[1-5]\d\d$/.test(word) ? word : '#'))
    .replace(
      /\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? # (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) # #(?: GMT)?/g,
      '#',
    );
