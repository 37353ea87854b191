import type { Headers } from './exchange.js';

/** What must never be written down: revealed values, each with the name that is shown instead. */
export interface Hidden {
  readonly name: string;
  reveal(): string;
}

/** Blots secrets out of text. */
export type Redact = (text: string) => string;

const sensitive = new Set([
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
  'x-api-key',
  'api-key',
  'apikey',
  'x-auth-token',
  'x-amz-security-token',
]);

/** The one function through which everything passes before it is written, and what it does not let through. */
export interface Redactor {
  readonly redact: Redact;
  /** Hides more from now on. */
  hide(secrets: readonly Hidden[]): void;
  /** Header fields as they may be written down. */
  readonly fields: (headers: Headers) => Headers;
}

/** Makes a redactor: secrets are blotted out in their plain, base64 and URL-encoded forms. */
export function redactorOf(secrets: readonly Hidden[]): Redactor {
  const names = new Map<string, string>();
  let pattern: RegExp | undefined;
  const hide = (more: readonly Hidden[]) => {
    for (const secret of more) for (const form of formsOf(secret.reveal())) names.set(form, `\${${secret.name}}`);
    if (names.size === 0) return;
    const longestFirst = [...names.keys()].sort((a, b) => b.length - a.length);
    pattern = new RegExp(longestFirst.map(literally).join('|'), 'g');
  };
  hide(secrets);
  const redact: Redact = (text) =>
    pattern === undefined ? text : text.replace(pattern, (found) => names.get(found) ?? '');
  return {
    redact,
    hide,
    // Where nothing is hidden, nothing is copied.
    fields: (headers) => (pattern === undefined && !hasSensitive(headers) ? headers : redactHeaders(headers, redact)),
  };
}

/** Known carriers of credentials (names in lower case) lose their value, whoever set them. */
function redactHeaders(headers: Headers, redact: Redact): Headers {
  const shown: Record<string, string | readonly string[]> = {};
  for (const name in headers) {
    const value = headers[name] as string | readonly string[];
    shown[name] =
      typeof value === 'string' ? redactField(name, value, redact) : value.map((v) => redactField(name, v, redact));
  }
  return shown;
}

function hasSensitive(headers: Headers): boolean {
  for (const name in headers) if (sensitive.has(name)) return true;
  return false;
}

function redactField(name: string, value: string, redact: Redact): string {
  const redacted = redact(value);
  // A cookie that is named does not vouch for the one beside it, nor does a placeholder that the service wrote itself.
  const isNamed = redacted !== value && redacted.split(';').every((part) => part.includes('${'));
  return sensitive.has(name) && !isNamed ? '[redacted]' : redacted;
}

function formsOf(value: string): string[] {
  if (value.length < 3) return [];
  const base64 = Buffer.from(value).toString('base64');
  const forms = [
    value,
    encodeURIComponent(value),
    base64,
    base64.replace(/=+$/, ''),
    Buffer.from(value).toString('base64url'),
  ];
  const inJson = JSON.stringify(value).slice(1, -1);
  return [...forms, inJson, encodeURIComponent(base64)];
}

const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
