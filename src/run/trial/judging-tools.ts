import { findBreaches } from '../../generate/check-value.js';
import { createPointerMatcher, omitPlaces } from '../../model/difference.js';
import { type Json, parsePointer } from '../../model/json.js';
import type { Collection, Dialect } from '../../model/service/subject.js';
import type { JudgingTools } from '../../rule/tools.js';

/** Members that every write may change, such as timestamps and revision counters. */
const bookkeepingPattern =
  /^((last)?(updated|modified|changed)(at|on|date|time|by)?|lastmodified.*|etag|v|version|revision|rev|resourceversion|generation|lockversion|rowversion)$/;

/** The tools of `then` for one case, and whether the finding depends on what is known of the noise. */
export interface CaseJudging extends JudgingTools {
  readonly used: { noise: boolean };
}

/** Creates the tools with which `then` compares representations of a collection. */
export function createJudgingTools(
  collection: Collection,
  learned: readonly string[],
  { dialect, document }: { readonly dialect: Dialect; readonly document?: Json | undefined },
): CaseJudging {
  const volatile = [...collection.volatile, ...learned];
  const noise = [...volatile, ...collection.accessStatistics].map(parsePointer);
  const used = { noise: false };
  const isVolatile = createPointerMatcher(volatile);
  return {
    used,
    isVolatile(pointer) {
      used.noise = true;
      return isVolatile(pointer);
    },
    isAccessStatistic: createPointerMatcher(collection.accessStatistics),
    dialect,
    collection,
    findBreaches: (schema, body) => findBreaches(schema, body, document),
    withoutNoise(value) {
      used.noise = true;
      return omitPlaces(value, noise);
    },
    withoutBookkeeping(value) {
      used.noise = true;
      return omitPlaces(value, noise, bookkeepingPattern);
    },
  };
}
