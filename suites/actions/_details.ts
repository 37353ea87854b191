import { getAtPointer, isObject, type Json, parsePointer, type Tools } from '#rule';

/** A declared member of a record: what it is for, where it stands, and the text that was sent for it. */
export interface Detail {
  readonly what: string;
  readonly pointer: string;
  readonly sent: string | undefined;
  /** Whether a client may send it: then it may be missing where none was sent. */
  readonly isOptional: boolean;
}

/** The declared members of the record of an action that was asked for with `content`; `others` are bodies that might have been sent. */
export function detailsOf(
  { fields = {} }: ReturnType<Tools['action']>,
  content: Json,
  others: readonly Json[],
): Detail[] {
  return Object.entries(fields).map(([what, pointer]) => {
    const name = parsePointer(pointer).at(-1) ?? what;
    const sent = textIn(content, name);
    const isSendable = [content, ...others].some((body) => isObject(body) && Object.hasOwn(body, name));
    return { what, pointer, sent, isOptional: isSendable && sent === undefined };
  });
}

/** Details that the record lacks. */
export const missingIn = (record: Json | undefined, details: readonly Detail[]): Detail[] =>
  details.filter(({ pointer, isOptional }) => !isOptional && isBlank(getAtPointer(record, pointer)));

/**
 * Details that the record shows other than they were sent. Trimming, case and Unicode form are the service's to choose, and
 * signs of markup may be escaped; letters and digits must be the same ones.
 */
export const alteredIn = (record: Json | undefined, details: readonly Detail[]): Detail[] =>
  details.filter(({ what, pointer, sent }) => {
    const shown = getAtPointer(record, pointer);
    if (what === 'date' || sent === undefined || /[&<>"'`%\\]/.test(sent) || typeof shown !== 'string') return false;
    return plain(sent) !== plain(shown);
  });

const plain = (text: string): string => text.replace(/[^A-Za-z0-9]/g, '').toLowerCase();

const isBlank = (value: Json | undefined): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** A text of nothing but signs may be taken for none. */
function textIn(content: Json, name: string): string | undefined {
  const text = isObject(content) ? content[name] : undefined;
  return typeof text === 'string' && plain(text) !== '' ? text : undefined;
}
