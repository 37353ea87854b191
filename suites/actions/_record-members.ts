import { getAtPointer, isObject, type Json, parsePointer, type Tools } from '#rule';

/** A declared member of a record: its meaning, its pointer, and the text that was sent for it. */
export interface RecordMember {
  readonly what: string;
  readonly pointer: string;
  readonly sent: string | undefined;
  /** Whether a client may send it; then it may be absent where none was sent. */
  readonly isOptional: boolean;
}

/**
 * The declared members of the record of an action that was requested with `content`; `others` are bodies that could
 * have been sent.
 */
export function listRecordMembers(
  { fields = {} }: ReturnType<Tools['action']>,
  content: Json,
  others: readonly Json[],
): RecordMember[] {
  return Object.entries(fields).map(([what, pointer]) => {
    const name = parsePointer(pointer).at(-1) ?? what;
    const sent = getText(content, name);
    const isSendable = [content, ...others].some((body) => isObject(body) && Object.hasOwn(body, name));
    return { what, pointer, sent, isOptional: isSendable && sent === undefined };
  });
}

/** Members that the record lacks. */
export const findMissing = (record: Json | undefined, details: readonly RecordMember[]): RecordMember[] =>
  details.filter(({ pointer, isOptional }) => !isOptional && isBlank(getAtPointer(record, pointer)));

/**
 * Members that the record shows with another value than the one sent. Trimming, letter case and Unicode form are
 * free, and markup characters may be escaped; letters and digits must be the same.
 */
export const findAltered = (record: Json | undefined, details: readonly RecordMember[]): RecordMember[] =>
  details.filter(({ what, pointer, sent }) => {
    const shown = getAtPointer(record, pointer);
    if (what === 'date' || sent === undefined || /[&<>"'`%\\]/.test(sent) || typeof shown !== 'string') return false;
    return foldText(sent) !== foldText(shown);
  });

const foldText = (text: string): string => text.replace(/[^A-Za-z0-9]/g, '').toLowerCase();

const isBlank = (value: Json | undefined): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** A text without letters and digits may be treated as empty. */
function getText(content: Json, name: string): string | undefined {
  const text = isObject(content) ? content[name] : undefined;
  return typeof text === 'string' && foldText(text) !== '' ? text : undefined;
}
