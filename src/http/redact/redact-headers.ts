import type { HeaderFields } from '../../model/exchange.js';
import { redactedText } from './mask-members.js';

/** Redacts header fields with `redact`, and keeps the result for objects that recur; every value of a field with a hidden name is replaced. */
export function createHeaderRedactor(redact: (text: string) => string, isHidden: (name: string) => boolean) {
  let recurring = new WeakMap<HeaderFields, HeaderFields>();
  return {
    redact(headers: HeaderFields, isRecurring = false): HeaderFields {
      const known = isRecurring ? recurring.get(headers) : undefined;
      if (known !== undefined) return known;
      const shown = redactHeaders(headers, redact, isHidden);
      if (isRecurring) recurring.set(headers, shown);
      return shown;
    },
    /** Discards the cached results, because there are new secrets. */
    forget(): void {
      recurring = new WeakMap();
    },
  };
}

/** Without secrets nothing is copied. All lines are searched together, because a secret may span two of them. */
function redactHeaders(headers: HeaderFields, redact: (text: string) => string, isHidden: (name: string) => boolean) {
  const names = Object.keys(headers);
  const text = joinHeaderLines(names, headers);
  const redacted = redact(text);
  if (redacted === text && !names.some(isHidden)) return headers;
  const shown = redacted.split('\n');
  const isWhole = shown.length === names.reduce((count, name) => count + 1 + [headers[name] ?? []].flat().length, 0);
  const result: Record<string, string | readonly string[]> = {};
  let at = 0;
  const next = (line: string): string => {
    const own = isWhole ? (shown[at] ?? '') : redact(line);
    at += 1;
    return own;
  };
  for (const name of names) {
    const value = headers[name] ?? '';
    const key = next(name);
    const field = (one: string) => redactField(one, next(one), isHidden(name));
    result[key] = typeof value === 'string' ? field(value) : value.map(field);
  }
  return result;
}

/** One line for each name and value. */
function joinHeaderLines(names: readonly string[], headers: HeaderFields): string {
  let text = '';
  for (const name of names) {
    const value = headers[name];
    text += `\n${name}`;
    if (typeof value === 'string') text += `\n${value}`;
    else for (const line of value ?? []) text += `\n${line}`;
  }
  return text.slice(1);
}

/** Replaces the value of a field for credentials, whether the client or a rule set it. */
function redactField(value: string, redacted: string, isCarrier: boolean): string {
  // A named cookie says nothing about the next one, and the service may send a placeholder itself.
  const isNamedAll = redacted !== value && redacted.split(';').every((part) => part.includes('${'));
  return isCarrier && !isNamedAll ? redactedText : redacted;
}
