import { decodePercent } from '../../model/escapes.js';
import { isObject, type Json, readJson } from '../../model/json.js';

/** A kind of personal value: the names of its members, in lower case and letters only, and the shape of the value. */
interface PersonalKind {
  readonly kind: string;
  readonly names: RegExp;
  readonly shape: RegExp;
}

const kinds: readonly PersonalKind[] = [
  { kind: 'mail', names: /mail/, shape: /^[^\s@]+@[^\s@]+\.[^\s@]+$/ },
  { kind: 'phone', names: /phone|mobile|^tel$|^fax$|^cell$/, shape: /^\+?[\d ().\-/]{6,20}$/ },
  {
    kind: 'name',
    names:
      /^(first|last|middle|given|family|full|sur|nick|birth|maiden|legal|display|contact|holder|customer|recipient|person|user)name$|^surname$|nameoncard|^cardholder$/,
    shape: /^\p{L}[\p{L}'’.-]*( \p{L}[\p{L}'’.-]*){0,4}$/u,
  },
  {
    kind: 'birthday',
    names: /birth(day|date)?$|^dob$|dateofbirth/,
    shape: /^\d{4}-\d\d-\d\d|^\d\d?[./]\d\d?[./]\d{2,4}$/,
  },
  { kind: 'street', names: /street|^address(line)?\d?$|^addr\d?$/, shape: /\p{L}.*\d|\d.*\p{L}/u },
  { kind: 'account', names: /iban|^accountnumber$|^cardnumber$|^pan$/, shape: /^[A-Z]{0,4}[\d A-Z]{8,34}$/i },
  { kind: 'ip', names: /^(client|remote|user|last)?ip(address)?$/, shape: /^[\da-f.:]{7,45}$/i },
  {
    kind: 'id',
    names: /^(ssn|socialsecuritynumber|nationalid|passport(number)?|taxid|personnummer)$/,
    shape: /^[\w -]{6,}$/,
  },
];

/** An address of mail is recognised wherever it is, also in a query. */
const mailPattern = /[\w.+%-]+(?:@|%40)[\w-]+(?:\.[\w-]+)+/gi;

/** Members in a text that is JSON, or the beginning of one; and parameters of a query or a form. */
const memberPattern = /"([^"\\]{1,60})\\?"\s*:\s*\\?"([^"\\]{2,200})(?=\\?"|$)/g;
const parameterPattern = /(?<=[?&\s"']|^)([\w.[\]-]{1,60})=([^&\s"'#]{2,200})/g;

/** A shorter value may be a part of any text. */
const minLength = 5;

/** Most values that have a token; others are redacted as `mail#more`. */
const maxValues = 50_000;

/** Replaces values of personal members by tokens, as `mail#3`: the same value has the same token in the whole report. */
export function createPersonalTokens() {
  const tokens = new Map<string, string>();
  const counts = new Map<string, number>();
  const getToken = (kind: string, value: string): string => {
    const key = value.toLowerCase();
    const known = tokens.get(key);
    if (known !== undefined) return known;
    if (tokens.size >= maxValues) return `${kind}#more`;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    tokens.set(key, `${kind}#${count}`);
    return `${kind}#${count}`;
  };
  const findKind = (name: string, value: string): string | undefined => {
    const plain = name.toLowerCase().replace(/[^a-z]/g, '');
    return kinds.find(({ names, shape }) => names.test(plain) && shape.test(value))?.kind;
  };
  const replaceInText = (text: string): string => {
    let shown = text.replace(memberPattern, (whole, name: string, value: string) =>
      replacePart(whole, name, value, value),
    );
    shown = shown.replace(parameterPattern, (whole, name: string, value: string) =>
      replacePart(whole, name, value, decodePercent(value.replaceAll('+', ' '))),
    );
    if (shown.includes('@') || shown.includes('%40')) shown = shown.replace(mailPattern, readMail);
    for (const [value, token] of tokens) {
      if (value.length < minLength) continue;
      for (const form of new Set([value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1)]))
        if (shown.toLowerCase().includes(form)) shown = replaceIgnoringCase(shown, form, token);
    }
    return shown;
  };
  const replacePart = (whole: string, name: string, part: string, value: string): string => {
    const kind = findKind(name, value);
    return kind === undefined ? whole : whole.replace(part, () => getToken(kind, value));
  };
  const readMail = (found: string): string => getToken('mail', found.replace(/%40/i, '@'));
  /** Content of a message is a text, and so is a member of one. */
  const replaceText = (text: string): string => {
    const json = /^\s*[[{]/.test(text) ? readJson(text) : undefined;
    return json === undefined ? replaceInText(text) : JSON.stringify(replaceValue(json, ''));
  };
  const replaceValue = (value: Json, name: string): Json => {
    if (typeof value === 'string') {
      const kind = findKind(name, value);
      return kind === undefined ? replaceText(value) : getToken(kind, value);
    }
    if (typeof value === 'number' && findKind(name, String(value)) !== undefined) return 0;
    if (Array.isArray(value)) return (value as readonly Json[]).map((one) => replaceValue(one, name));
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => [replaceInText(key), replaceValue(part, key)]),
    );
  };
  return {
    replaceInText,
    replace: <T>(value: T): T => replaceValue(value as Json, '') as T,
    /** Finds the personal values, before any of them is shown. */
    learn: (value: unknown): void => void replaceValue(value as Json, ''),
  };
}

function replaceIgnoringCase(text: string, form: string, token: string): string {
  const lower = text.toLowerCase();
  let shown = '';
  let from = 0;
  for (let at = lower.indexOf(form); at >= 0; at = lower.indexOf(form, from)) {
    shown += text.slice(from, at) + token;
    from = at + form.length;
  }
  return shown + text.slice(from);
}
