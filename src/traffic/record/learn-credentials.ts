import type { Redactor } from '../../http/redact/redactor.js';
import { isSensitiveName } from '../../http/redact/sensitive-names.js';
import type { HeaderFields } from '../../model/exchange.js';
import { Secret } from '../../model/secret.js';

/** Maximum number of credentials that are searched everywhere; of more, only the places with their names are redacted. */
const maxCredentials = 1_000;

/** Minimum lengths of credentials, and of other values such as cookies, which can be ordinary words. */
const minCredentialLength = 8;
const minValueLength = 16;

/** Learns the credentials of the traffic, so that they are redacted wherever they appear afterwards. */
export type CredentialLearner = ReturnType<typeof createCredentialLearner>;

/**
 * Each credential gets a name, such as `authorization-1`, which shows in every exchange who sent it without showing what
 * it is.
 */
export function createCredentialLearner(redactor: Pick<Redactor, 'hide'>) {
  const known = new Set<string>();
  const learn = (kind: string, value: string, least: number) => {
    if (value.length < least || known.has(value) || known.size >= maxCredentials) return;
    known.add(value);
    redactor.hide([new Secret(`${kind}-${known.size}`, value)]);
  };
  const names = new Map<string, boolean>();
  const isCredential = (name: string): boolean => {
    const isKnown = names.get(name);
    if (isKnown !== undefined) return isKnown;
    if (names.size < maxCredentials) names.set(name, isSensitiveName(name));
    return isSensitiveName(name);
  };
  const learnField = (name: string, value: string) => {
    const cookies = name === 'cookie' ? value.split(';') : [value.split(';', 1)[0] ?? ''];
    if (/^(set-)?cookie$/.test(name)) {
      for (const cookie of cookies) learn('cookie', takeValue(cookie), minValueLength);
      return;
    }
    const [, scheme = '', rest = value] = /^(\w+) +(.*)$/s.exec(value) ?? [];
    if (scheme.toLowerCase() === 'basic') {
      const [, password = ''] = /^[^:]*:(.*)$/s.exec(Buffer.from(rest, 'base64').toString()) ?? [];
      learn('password', password, minCredentialLength);
    }
    learn(name, rest, minCredentialLength);
  };
  return {
    fromFields(fields: HeaderFields): void {
      for (const name of Object.keys(fields)) {
        if (!isCredential(name)) continue;
        for (const value of [fields[name] ?? []].flat()) learnField(name, value);
      }
    },
    fromQuery(target: string): void {
      const at = target.indexOf('?');
      if (at < 0) return;
      for (const [name, value] of new URLSearchParams(target.slice(at + 1)))
        if (isSensitiveName(name)) learn('parameter', value, minCredentialLength);
    },
    /** Learns values that were redacted by their names in content. */
    fromContent(values: readonly string[]): void {
      for (const value of values) learn('member', value, minValueLength);
    },
  };
}

const takeValue = (pair: string): string =>
  pair
    .slice(pair.indexOf('=') + 1)
    .trim()
    .replaceAll(/^"|"$/g, '');
