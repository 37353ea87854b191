import type { Json, JsonObject } from '../http/json.js';

/** Normalizes content before it is stored; members that would become invalid stay unchanged. */
export function normalizeContent(input: JsonObject): JsonObject {
  const stored = (name: string, value: Json): Json => {
    const form = normalizers[name]?.(value);
    return form === undefined ? value : form;
  };
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, stored(name, value ?? null)]));
}

export const defaultMembers: JsonObject = { price: 0, gift: false, tags: [], note: 'none given' };

/** Undefined: not changed. */
type Normalizer = (value: Json) => Json | undefined;

const createTextNormalizer =
  (form: (text: string) => Json | undefined): Normalizer =>
  (value) =>
    typeof value === 'string' ? form(value) : undefined;

const trimText = (text: string): string | undefined => {
  const trimmed = text.trim().replace(/\s+/g, ' ').normalize('NFC').toLowerCase().normalize('NFC');
  return trimmed === '' || [...trimmed].length > [...text].length ? undefined : trimmed;
};

const normalizers: Readonly<Record<string, Normalizer>> = {
  customer: createTextNormalizer(trimText),
  email: createTextNormalizer((text) => text.toLowerCase()),
  note: (value) =>
    value === '' ? null : createTextNormalizer((text) => text.trim().normalize('NFC') || undefined)(value),
  price: (value) => (typeof value === 'number' ? Math.round(value * 100) / 100 : undefined),
  tags: (value) =>
    Array.isArray(value) ? [...new Set(value.map((tag) => normalizers.customer?.(tag) ?? tag))] : undefined,
  deliverBy: createTextNormalizer(toUniversalTime),
};

/** Undefined if the year would need more than four digits. */
function toUniversalTime(text: string): string | undefined {
  const universal = new Date(text);
  const year = universal.getUTCFullYear();
  return year >= 0 && year <= 9999 ? universal.toISOString() : undefined;
}
