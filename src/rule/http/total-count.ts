import { type Exchange, getHeader } from '../../model/exchange.js';
import { getAtPointer } from '../../model/json.js';

/**
 * Reads the total number of items of a response: at a JSON Pointer into its content, or in a header field; in
 * Content-Range, the number after the slash. Undefined when there is no number.
 */
export function readTotal({ answer }: Pick<Exchange, 'answer'>, place: string): number | undefined {
  if (!isFieldName(place)) {
    const total = getAtPointer(answer?.json, place);
    return typeof total === 'number' ? total : undefined;
  }
  const field = getHeader(answer, place) ?? '';
  const digits = /^content-range$/i.test(place) ? /\/(\d{1,15})$/.exec(field)?.[1] : /^\d{1,15}$/.exec(field)?.[0];
  return digits === undefined ? undefined : Number(digits);
}

/** Header fields with a total, the most common first. */
export const totalHeaderNames: readonly string[] = ['X-Total-Count', 'X-Total', 'Content-Range'];

/** A pointer begins with a slash, or is empty; a field name (RFC 9110 §5.1) is neither. */
const isFieldName = (place: string): boolean => /^[\w!#$%&'*+.^`|~-]+$/.test(place);
