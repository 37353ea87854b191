import { createHash } from 'node:crypto';
import type { CollectionChoices } from '../design/design.js';

type Format = CollectionChoices['idFormat'];

/** Hexadecimal digits that depend on all parts. */
export const hash = (...parts: readonly (string | number)[]): string =>
  createHash('sha256').update(parts.join('/')).digest('hex');

/** A number from 0 to `below` - 1 that depends on all parts. */
export const hashNumber = (below: number, ...parts: readonly (string | number)[]): number =>
  Number.parseInt(hash(...parts).slice(0, 8), 16) % below;

const formats: Record<Format, { readonly pattern: string; make(number: number, digits: string): string }> = {
  uuid: {
    pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$',
    make: (_, digits) =>
      `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(12, 15)}-a${digits.slice(15, 18)}-${digits.slice(18, 30)}`,
  },
  integer: { pattern: '^[1-9][0-9]{0,11}$', make: (number) => String(101 + number) },
  hex: { pattern: '^[0-9a-f]{24}$', make: (_, digits) => digits.slice(0, 24) },
  slug: { pattern: '^[a-z]+-[0-9]+$', make: (number) => `north-${number + 1}` },
  composed: {
    pattern: '^[A-Z]{2}-[0-9]{4}-[0-9]{5,12}$',
    make: (number) => `NO-2026-${String(number + 1).padStart(5, '0')}`,
  },
  slash: { pattern: '^[a-z]+/[a-z]+/[0-9]+$', make: (number) => `eu/north/${number + 1}` },
  dots: { pattern: '^[a-z]+\\.[a-z]+\\.v[0-9]+$', make: (number) => `acme.billing.v${number + 1}` },
  spaces: { pattern: '^[A-Z][a-z]+ [0-9]+ [A-Z]$', make: (number) => `Unit ${number + 1} B` },
};

/** The `number`-th id of a format; `source` makes ids of formats without numbers differ. */
export const makeId = (format: Format, number: number, source: string): string =>
  formats[format].make(number, hash(source, number));

/** What all ids of a format match. */
export const patternOfIds = (format: Format): string => formats[format].pattern;
