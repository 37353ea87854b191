import { findBreaches } from '../../generate/find-breaches.js';
import { createPointerMatcher, omitPointers } from '../../model/difference.js';
import { type Json, parsePointer } from '../../model/json.js';
import type { Collection, Dialect } from '../../model/service/subject.js';
import type { JudgingTools } from '../../rule/tools.js';

/** Members that every write may change, such as timestamps and revision counters. */
const bookkeepingPattern =
  /^((last)?(updated|modified|changed)(at|on|date|time|by)?|lastmodified.*|etag|v|version|revision|rev|resourceversion|generation|lockversion|rowversion)$/;

/** Creates the tools with which `then` compares representations of a collection. */
export function createJudgingTools(
  collection: Collection,
  learned: readonly string[],
  { dialect, document }: { readonly dialect: Dialect; readonly document?: Json | undefined },
): JudgingTools {
  const isVolatile = createPointerMatcher([...collection.volatile, ...learned]);
  const isAccessStatistic = createPointerMatcher(collection.accessStatistics);
  const isBookkeeping = (pointer: string) =>
    bookkeepingPattern.test((parsePointer(pointer).at(-1) ?? '').toLowerCase().replace(/[^a-z]/g, ''));
  const isSteadyless = (pointer: string) => isVolatile(pointer) || isAccessStatistic(pointer);
  return {
    isVolatile,
    isAccessStatistic,
    dialect,
    collection,
    findBreaches: (schema, body) => findBreaches(schema, body, document),
    withoutNoise: (value) => omitPointers(value, isSteadyless),
    withoutBookkeeping: (value) => omitPointers(value, (pointer) => isSteadyless(pointer) || isBookkeeping(pointer)),
  };
}
