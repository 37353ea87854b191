import { describeParameter, parsePageNumber } from './page-size.js';
import type { PageStart } from './page-style.js';

/** An opaque text for a position; `kind` prevents that one style accepts cursors of another. */
export const createOpaqueStart = (name: string, kind: string, description: string): PageStart => ({
  name,
  parameter: describeParameter(name, description, { type: 'string' }),
  isCounting: false,
  read(text, _size, { service }) {
    const position = decodePosition(kind, text);
    return position !== undefined && position <= service.orders.sequence.lastPosition ? position : undefined;
  },
  write: (position) => encodePosition(kind, position),
});

export const createOffsetStart = (name: string): PageStart => ({
  name,
  parameter: describeParameter(name, 'Number of entries to skip.', { type: 'integer', minimum: 0, default: 0 }),
  isCounting: true,
  read: parsePageNumber,
  write: String,
});

export const createNumberedStart = (name: string, base: 0 | 1): PageStart => ({
  name,
  parameter: describeParameter(name, `Counted from ${base}.`, { type: 'integer', minimum: base, default: base }),
  isCounting: true,
  read(text, size) {
    const number = parsePageNumber(text);
    return number === undefined || number < base ? undefined : (number - base) * size;
  },
  write: (start, size) => String(Math.floor(start / size) + base),
});

const encodePosition = (kind: string, position: number): string =>
  Buffer.from(`${kind}:${position}`).toString('base64url');

function decodePosition(kind: string, text: string): number | undefined {
  const [prefix, number = ''] = Buffer.from(text, 'base64url').toString().split(':');
  const position = prefix === kind ? parsePageNumber(number) : undefined;
  return position !== undefined && encodePosition(kind, position) === text ? position : undefined;
}
