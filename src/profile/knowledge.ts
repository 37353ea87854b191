import { omitUndefined } from '../model/omit-undefined.js';
import type { Profile } from '../model/profile/profile.js';
import type { Dialect } from '../model/service/subject.js';
import { toPointer } from './declared-resources.js';
import { defaultDialect, listChosenDialect } from './defaults.js';
import type { FileProfile } from './file/file-content.js';

/** The parts of a profile that describe the behaviour of the service. */
export type Knowledge = Pick<
  Profile,
  | 'hideExistence'
  | 'publicPaths'
  | 'idempotency'
  | 'pagination'
  | 'errors'
  | 'volatile'
  | 'cache'
  | 'consistency'
  | 'rateLimit'
  | 'versions'
  | 'links'
  | 'dialect'
  | 'chosenDialects'
>;

/** Reads the description of the service from a file, and adds defaults. */
export function buildKnowledge(said: FileProfile): Knowledge {
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
    ...(idempotency ? { idempotency: { in: 'header', format: 'raw', required: false, ...idempotency } } : {}),
    ...(rateLimit ? { rateLimit: { probe: false, ...rateLimit } } : {}),
    ...omitUndefined({ pagination, versions, links, publicPaths: auth?.public }),
    errors: said.errors ?? {},
    volatile: (said.volatile ?? []).map(toPointer),
    cache: said.cache ?? {},
    consistency: said.consistency ?? {},
    dialect,
    chosenDialects: listChosenDialect(dialect),
  };
}
