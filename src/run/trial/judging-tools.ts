import { findBreaches } from '../../generate/check-value.js';
import { createPointerMatcher, omitPlaces } from '../../model/difference.js';
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
  const volatile = [...collection.volatile, ...learned];
  const noise = [...volatile, ...collection.accessStatistics].map(parsePointer);
  return {
    isVolatile: createPointerMatcher(volatile),
    isAccessStatistic: createPointerMatcher(collection.accessStatistics),
    dialect,
    collection,
    findBreaches: (schema, body) => findBreaches(schema, body, document),
    withoutNoise: (value) => omitPlaces(value, noise),
    withoutBookkeeping: (value) => omitPlaces(value, noise, bookkeepingPattern),
  };
}
