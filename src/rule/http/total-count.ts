import { type Exchange, getHeader } from '../../model/exchange.js';
import { getAtPointer } from '../../model/json.js';

/**
 * How many items there are in all, as an answer tells it: at a JSON Pointer into its content, or in a header field, of
 * Content-Range the number behind the slash. Undefined where it tells no number.
 */
export function readTotal({ answer }: Pick<Exchange, 'answer'>, place: string): number | undefined {
  if (!isFieldName(place)) {
    const told = getAtPointer(answer?.json, place);
    return typeof told === 'number' ? told : undefined;
  }
  const field = getHeader(answer, place) ?? '';
  const digits = /^content-range$/i.test(place) ? /\/(\d{1,15})$/.exec(field)?.[1] : /^\d{1,15}$/.exec(field)?.[0];
  return digits === undefined ? undefined : Number(digits);
}

/** Header fields that tell a total, likeliest first. */
export const totalHeaderNames: readonly string[] = ['X-Total-Count', 'X-Total', 'Content-Range'];

/** A pointer begins with a slash, or is empty; a field name (RFC 9110 §5.1) is neither. */
const isFieldName = (place: string): boolean => /^[\w!#$%&'*+.^`|~-]+$/.test(place);
