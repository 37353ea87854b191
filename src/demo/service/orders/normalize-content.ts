import type { Json, JsonObject } from '../http/json.js';

/** The content as it is stored where all content is brought into one form; what the form would break stays as it was sent. */
export function inOneForm(input: JsonObject): JsonObject {
  const stored = (name: string, value: Json): Json => {
    const form = forms[name]?.(value);
    return form === undefined ? value : form;
  };
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, stored(name, value ?? null)]));
}

/** What is left of an order's members that nobody sent. */
export const fillings: JsonObject = { price: 0, gift: false, tags: [], note: 'none given' };

/** Undefined: as it was sent. */
type Form = (value: Json) => Json | undefined;

const onText =
  (form: (text: string) => Json | undefined): Form =>
  (value) =>
    typeof value === 'string' ? form(value) : undefined;

const neat = (text: string): string | undefined => {
  const trimmed = text.trim().replace(/\s+/g, ' ').normalize('NFC').toLowerCase().normalize('NFC');
  return trimmed === '' || [...trimmed].length > [...text].length ? undefined : trimmed;
};

const forms: Readonly<Record<string, Form>> = {
  customer: onText(neat),
  email: onText((text) => text.toLowerCase()),
  note: (value) => (value === '' ? null : onText((text) => text.trim().normalize('NFC') || undefined)(value)),
  price: (value) => (typeof value === 'number' ? Math.round(value * 100) / 100 : undefined),
  tags: (value) => (Array.isArray(value) ? [...new Set(value.map((tag) => forms.customer?.(tag) ?? tag))] : undefined),
  deliverBy: onText(inUniversalTime),
};

/** Undefined where the year would need more than four digits. */
function inUniversalTime(text: string): string | undefined {
  const universal = new Date(text);
  const year = universal.getUTCFullYear();
  return year >= 0 && year <= 9999 ? universal.toISOString() : undefined;
}
