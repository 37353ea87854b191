import { decodePercent } from '../../model/decode-percent.js';
import { type Exchange, getHeader, hasStatus, type RawExchange } from '../../model/exchange.js';
import type { Collection } from '../../model/service/subject.js';
import { readIdAsText } from '../items/item-address.js';
import { collectTexts, readSentObject, type SentParts } from './content-kind.js';

/** A write of the run. */
export interface SentWrite {
  readonly n: number;
  readonly method: string;
  readonly path: string;
  /** The ids that it names, and those that the response to it names: they are not those of others. */
  readonly ids: readonly string[];
  /** The texts of its content, as long as they may be looked for. */
  texts?: ReadonlySet<string> | undefined;
  /** Whether it may have created an item whose id is not known. */
  readonly isUnnamed: boolean;
}

/** Describes a write by its exchange. */
export function describeWrite(
  exchange: Exchange | RawExchange,
  collection: Collection | undefined,
  sent?: SentParts,
): SentWrite {
  const { n, method, path, answer } = exchange;
  const location = getHeader(answer, 'location');
  const json = answer !== undefined && 'json' in answer ? answer.json : undefined;
  const shown = collection && readIdAsText(collection, json);
  const named = [
    ...(location === undefined ? [] : [readLastSegment(location)]),
    ...(shown === undefined ? [] : [shown]),
  ];
  const mayHaveCreated = method === 'POST' && (answer === undefined || hasStatus(exchange, 2, 3, 5));
  return {
    n,
    method,
    path,
    ...(sent && { texts: new Set(collectTexts(readSentObject(sent))) }),
    ids: [readLastSegment(path), ...named],
    isUnnamed: mayHaveCreated && named.length === 0,
  };
}

const readLastSegment = (path: string): string =>
  decodePercent(path.split(/[?#]/)[0]?.split('/').filter(Boolean).at(-1) ?? '');
