import { readNumber } from './page-size.js';
import type { Start } from './page-style.js';

/** Opaque text that stands for a position; `kind` keeps what one style gave from being taken by another. */
export const opaque = (name: string, kind: string, description: string): Start => ({
  name,
  parameter: { name, in: 'query', description, schema: { type: 'string' } },
  isCounting: false,
  read(text, _size, { service }) {
    const position = decode(kind, text);
    return position !== undefined && position <= service.orders.sequence.lastPosition ? position : undefined;
  },
  write: (position) => encode(kind, position),
});

/** A number of orders to pass over. */
export const passedOver = (name: string): Start => ({
  name,
  parameter: {
    name,
    in: 'query',
    description: 'Entries passed over.',
    schema: { type: 'integer', minimum: 0, default: 0 },
  },
  isCounting: true,
  read: readNumber,
  write: String,
});

/** The number of a page. */
export const numbered = (name: string, base: 0 | 1): Start => ({
  name,
  parameter: {
    name,
    in: 'query',
    description: `Counted from ${base}.`,
    schema: { type: 'integer', minimum: base, default: base },
  },
  isCounting: true,
  read(text, size) {
    const number = readNumber(text);
    return number === undefined || number < base ? undefined : (number - base) * size;
  },
  write: (start, size) => String(Math.floor(start / size) + base),
});

const encode = (kind: string, position: number): string => Buffer.from(`${kind}:${position}`).toString('base64url');

function decode(kind: string, text: string): number | undefined {
  const [told, number = ''] = Buffer.from(text, 'base64url').toString().split(':');
  const position = told === kind ? readNumber(number) : undefined;
  return position !== undefined && encode(kind, position) === text ? position : undefined;
}
