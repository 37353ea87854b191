import { omitUndefined } from '../model/json.js';
import type { Dialect } from '../model/service/subject.js';
import { toPointer } from './declared-resources.js';
import { defaultDialect, listChosenDialect } from './defaults.js';
import type { FileProfile } from './file/file-content.js';

const keyDefaults = { in: 'header', format: 'raw', required: false } as const;

/** Reads what a file says about the behaviour of the service, and adds defaults. */
export function buildKnowledge(said: FileProfile) {
  const { auth, idempotency, rateLimit, pagination, versions, links } = said;
  const hideExistence = auth?.hideExistence ?? false;
  const dialect: Dialect = {
    ...defaultDialect,
    ...said.dialect,
    hideExistence,
    ...(auth?.hideExistence === false && { hidesNothing: true }),
    ...omitUndefined({
      badSyntax: said.errors?.bodySyntax,
      badMeaning: said.errors?.semantic,
      conflict: said.errors?.conflict,
      extraStatuses: said.errors?.allowExtraStatus,
      keyMismatch: said.idempotency?.mismatch,
    }),
  };
  return {
    hideExistence,
    ...(idempotency && { idempotency: { ...keyDefaults, ...idempotency } }),
    ...(rateLimit && { rateLimit: { probe: false, ...rateLimit } }),
    ...omitUndefined({ pagination, versions, links, publicPaths: auth?.public }),
    errors: said.errors ?? {},
    volatile: (said.volatile ?? []).map(toPointer),
    cache: said.cache ?? {},
    consistency: said.consistency ?? {},
    dialect,
    chosenDialects: listChosenDialect(dialect),
  };
}
