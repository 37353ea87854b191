import type { Json } from '../json.js';
import { joinNames } from '../values/join-names.js';

/**
 * An item that existed before the run, and that is gone or has other values since a request of the run. No violation by the
 * service: a POST that replaces the whole list is legal.
 */
export interface HarmedItem {
  readonly collection: string;
  /** Its address; that of its list where items have none. */
  readonly url: string;
  readonly is: 'gone' | 'changed';
  /** Pointers to the members that changed. */
  readonly members?: readonly string[];
  /** The request after which it was seen, such as `POST /orders (exchange 12)`. */
  readonly after: string;
  /** The file with its last content, outside of the reports; absent where it could not be kept. */
  readonly contents?: string;
  /** The request that would restore it. The kit never sends it. */
  readonly restore?: { readonly method: string; readonly url: string; readonly body: Json };
}

/** One line: which items, after which request, where their contents are. */
export function describeHarm(harm: readonly HarmedItem[]): string {
  const urls = harm.map(({ url }) => url);
  const states = new Set(harm.map(({ is }) => (is === 'gone' ? 'gone' : 'changed')));
  const requests = [...new Set(harm.map(({ after }) => after))].slice(0, maxRequests).join('; ');
  const [file] = harm.flatMap(({ contents }) => contents ?? []);
  const kept = file === undefined ? 'Their last contents could not be kept.' : `Their last contents are in ${file}.`;
  const count = harm.length === 1 ? '1 item of others is' : `${harm.length} items of others are`;
  return `${count} ${[...states].join(' or ')} since ${requests}: ${joinNames(urls, maxNamed)}. All writes stopped. ${kept}`;
}

const maxNamed = 3;
const maxRequests = 2;

/** The request that would restore an item, as one line. */
export const describeRestoration = ({ restore, contents }: HarmedItem): string | undefined =>
  restore && `${restore.method} ${restore.url}${contents === undefined ? '' : ` with its content in ${contents}`}`;
