/** A media type (RFC 9110 §8.3.1), and what the kit knows of it. */
export interface MediaType {
  /** The type and subtype in lower case, without parameters. */
  readonly essence: string;
  /** JSON (RFC 8259), also with a suffix (RFC 6839 §3.1). */
  readonly isJson: boolean;
  /** A list of operations (RFC 6902), which is JSON, too. */
  readonly isJsonPatch: boolean;
  /** A merge patch (RFC 7396), which is JSON, too. */
  readonly isMergePatch: boolean;
  /** The fields of an HTML form (WHATWG URL §5). */
  readonly isForm: boolean;
  /** A page for browsers. */
  readonly isHtml: boolean;
}

/** Parses the value of a Content-Type field, or a media type of a document; where there is none, it is of no kind. */
export function parseMediaType(text = ''): MediaType {
  const known = parsed.get(text);
  if (known !== undefined) return known;
  const essence = (text.split(';', 1)[0] ?? '').trim().toLowerCase();
  const type = {
    essence,
    isJson: /[/+]json$/.test(essence),
    isJsonPatch: essence.includes('json-patch'),
    isMergePatch: essence.includes('merge-patch'),
    isForm: essence === 'application/x-www-form-urlencoded',
    isHtml: essence === 'text/html' || essence === 'application/xhtml+xml',
  };
  if (parsed.size < maxParsed) parsed.set(text, type);
  return type;
}

/** Few media types recur in every message. */
const parsed = new Map<string, MediaType>();
const maxParsed = 200;
