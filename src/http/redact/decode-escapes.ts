/** A decoded text, with the position of each of its characters in the original. */
export interface DecodedText {
  readonly text: string;
  /** Absent when nothing was decoded: positions are unchanged. */
  readonly from?: readonly number[];
  readonly to?: readonly number[];
}

const octetPattern = '(?:%[0-9a-f]{2})+';
const jsonEscapePattern = '\\\\u[0-9a-f]{4}|\\\\["\\\\/bfnrt]';
const htmlEscapePattern = '&(?:#x[0-9a-f]{1,6}|#[0-9]{1,7}|amp|lt|gt|quot|apos|nbsp);';
const escapePattern = new RegExp(`${octetPattern}|${jsonEscapePattern}|${htmlEscapePattern}`, 'i');

/** Maximum depth of nested escapes that are decoded: a URL in a form in JSON. */
export const maxEscapeDepth = 3;

/** Whether a text contains escapes of URLs, JSON or HTML. */
export const hasEscape = (text: string): boolean => escapePattern.test(text);

const letteredEscapePattern = new RegExp(`%[0-9a-fA-F]{2}|\\\\(?:u[0-9a-fA-F]{4}|[bfnrt])|${htmlEscapePattern}`);

/** Whether it contains an escape of a letter or digit; others make no difference where signs are ignored. */
export const hasLetteredEscape = (text: string): boolean => letteredEscapePattern.test(text);

/** Decodes the escapes of URLs, JSON and HTML, one level. */
export function decodeEscapes(layer: DecodedText): DecodedText {
  const { text } = layer;
  const from: number[] = [];
  const to: number[] = [];
  const parts: string[] = [];
  const put = (piece: string, start: number, end: number) => {
    parts.push(piece);
    for (let i = 0; i < piece.length; i += 1) {
      from.push(layer.from?.[start] ?? start);
      to.push(layer.to?.[end - 1] ?? end);
    }
  };
  const plain = (start: number, end: number) => {
    for (let i = start; i < end; i += 1) put(text[i] ?? '', i, i + 1);
  };
  let at = 0;
  for (const found of text.matchAll(new RegExp(escapePattern, 'gi'))) {
    plain(at, found.index);
    at = found.index + found[0].length;
    if (found[0].startsWith('%')) decodeOctets(found[0], found.index, put);
    else put(decodeEscape(found[0]), found.index, at);
  }
  plain(at, text.length);
  return { text: parts.join(''), from, to };
}

/** Octets are UTF-8 (RFC 3986 §2.5), or single characters where they are not valid. */
function decodeOctets(run: string, start: number, put: (piece: string, start: number, end: number) => void): void {
  const bytes = Buffer.from(run.replaceAll('%', ''), 'hex');
  const utf8 = bytes.toString('utf8');
  const isUtf8 = Buffer.byteLength(utf8) === bytes.length && !utf8.includes('\ufffd');
  let at = start;
  for (const character of isUtf8 ? utf8 : bytes.toString('latin1')) {
    const end = at + 3 * (isUtf8 ? Buffer.byteLength(character) : 1);
    put(character, at, end);
    at = end;
  }
}

const namedEscapes: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&nbsp;': ' ',
};

function decodeEscape(found: string): string {
  if (/^\\u/i.test(found)) return String.fromCharCode(Number.parseInt(found.slice(2), 16));
  if (found.startsWith('\\')) return namedEscapes[found.slice(1)] ?? found.slice(1);
  const [, hex, digits] = /^&#(?:x([0-9a-f]+)|([0-9]+));$/i.exec(found) ?? [];
  if (hex === undefined && digits === undefined) return namedEscapes[found.toLowerCase()] ?? found;
  const code = hex === undefined ? Number(digits) : Number.parseInt(hex, 16);
  return code > 0x10ffff ? found : String.fromCodePoint(code);
}
