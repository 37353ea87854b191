import { type Collection, isObject, type Schema } from '#rule';

/**
 * How the last page of a walk is filled: completely, with one entry, with one entry less than completely; or every
 * page has one entry.
 */
export type LastPageFill = 'even' | 'over' | 'short' | 'ones';

/** Maximum number of pages of a walk, roughly. */
const mostPages = 15;

/**
 * The smallest page size that divides this number of entries in the wanted way, or nearly; undefined where no known
 * size is small enough.
 */
export function chooseSizeFor(total: number, cut: LastPageFill, collection: Collection): number | undefined {
  const allowed = listAllowedSizes(collection, total).filter((size) => size * mostPages >= total);
  const proper = cut === 'ones' ? allowed : allowed.filter((size) => size > 1);
  return proper.find((size) => cuts[cut](total, size)) ?? proper[0] ?? allowed[0];
}

/** The smallest allowed page size that is not below `wished` and needs few pages for this number of entries. */
export function chooseSizeNear(wished: number, collection: Collection, total = 1): number | undefined {
  const least = Math.max(wished, Math.ceil(total / mostPages));
  return listAllowedSizes(collection, 100).find((size) => size >= least);
}

const cuts: Readonly<Record<LastPageFill, (total: number, size: number) => boolean>> = {
  even: (total, size) => total % size === 0,
  over: (total, size) => total % size === 1,
  short: (total, size) => size > 2 && total % size === size - 1,
  ones: (_, size) => size === 1,
};

/** Page sizes that are not known to be refused, smallest first. */
function listAllowedSizes({ list, pagination }: Collection, most: number): number[] {
  const schema = list?.parameters.find(({ name }) => name === pagination.params.size)?.schema;
  const { minimum = 1, maximum = most, options } = readBounds(schema);
  const last = Math.min(most, maximum, pagination.maxSize ?? most);
  const all = Array.from({ length: Math.max(last, 0) }, (_, i) => i + 1);
  return all.filter((size) => size >= minimum && (options === undefined || options.includes(size)));
}

function readBounds(schema: Schema | undefined) {
  const { minimum, maximum, enum: options } = isObject(schema) ? schema : {};
  return {
    ...(typeof minimum === 'number' && { minimum }),
    ...(typeof maximum === 'number' && { maximum }),
    ...(Array.isArray(options) && { options }),
  };
}
