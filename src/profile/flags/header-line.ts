import { createPlainText, createSecretText, type SendableText } from '../secrets/secret-text.js';

export type HeaderLine = { readonly name: string; readonly value: string } | { readonly problem: string };

/** Parses `Name: value` (RFC 9110 §5). A message never contains the value. */
export function parseHeader(line: string): HeaderLine {
  const colon = line.indexOf(':');
  if (colon < 1) return { problem: "expected 'Name: value'" };
  const name = line.slice(0, colon);
  const value = line.slice(colon + 1).trim();
  if (!isFieldName(name))
    return { problem: `${shortenName(name)} is not a valid header field name; write it like 'X-Tenant: acme'` };
  if (value === '') return { problem: `the header field ${name} has no value` };
  return isFieldValue(value)
    ? { name: name.toLowerCase(), value }
    : { problem: `the value of the header field ${name} contains characters that cannot be sent` };
}

/** The valid beginning of a name: the rest can be a credential in the wrong place. */
export function shortenName(name: string): string {
  const [start = ''] = /^[\w-]{0,40}/.exec(name) ?? [];
  return start.length === name.length ? `"${name}"` : `"${start}…"`;
}

export const isFieldName = (name: string): boolean => /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name);

export const isFieldValue = (value: string): boolean => /^[\t\x20-\x7e\x80-\xff]*$/.test(value);

/** Whether a header field of this name usually carries a credential. */
export const isCredentialName = (name: string): boolean => /^cookie$|key|token|secret|auth/i.test(name);

/** A header value from the command line or the file: secret if its name indicates a credential. */
export const toSendable = (name: string, value: string): SendableText =>
  isCredentialName(name)
    ? createSecretText(name.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_'), value)
    : createPlainText(value);
