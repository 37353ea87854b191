import { maskOf, without } from '../../model/difference.js';
import { tokensOf } from '../../model/json.js';
import type { Collection, Dialect } from '../../model/service/subject.js';
import type { Judging } from '../../rule/tools.js';

/** Members that a write may touch without meaning anything else: stamps and counters of bookkeeping. */
const bookkeeping =
  /^((last)?(updated|modified|changed)(at|on|date|time|by)?|lastmodified.*|etag|v|version|revision|rev|resourceversion|generation|lockversion|rowversion)$/;

/** What `then` may know about a collection beside what was seen. */
export function judgingOf(collection: Collection, learned: readonly string[], dialect: Dialect): Judging {
  const isVolatile = maskOf([...collection.volatile, ...learned]);
  const isAccessStatistic = maskOf(collection.accessStatistics);
  const isBookkeeping = (pointer: string) =>
    bookkeeping.test((tokensOf(pointer).at(-1) ?? '').toLowerCase().replace(/[^a-z]/g, ''));
  const isSteadyless = (pointer: string) => isVolatile(pointer) || isAccessStatistic(pointer);
  return {
    isVolatile,
    isAccessStatistic,
    dialect,
    collection,
    steady: (value) => without(value, isSteadyless),
    settled: (value) => without(value, (pointer) => isSteadyless(pointer) || isBookkeeping(pointer)),
  };
}
