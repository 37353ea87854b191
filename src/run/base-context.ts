import type { RequestMeter } from '../limits/request-meter.js';
import { type Permission, permissions } from '../model/permission.js';
import { createSharedObservations } from './address/shared-observations.js';
import { createTurns } from './alone/turns.js';
import type { BaseRunContext } from './calibrate/prepare.js';
import { createSharedParents } from './parents/shared-parents.js';
import { createReadDelays } from './read-delay.js';
import type { RunInput } from './run-input.js';
import { computeMaxAtOnce, computeMaxItems, computeParallelTrials } from './run-limits.js';
import { createEffectGroup } from './schedule/effect-group.js';
import { createListLocks } from './schedule/list-locks.js';

/** Creates what all trials share, before calibration. */
export function createBaseContext(
  input: RunInput,
  meter: RequestMeter,
  runMark: string,
  { addressing, singles, writes }: Pick<BaseRunContext, 'addressing' | 'singles' | 'writes'>,
): BaseRunContext {
  const may = (permission: Permission) => permissions.indexOf(input.permit) >= permissions.indexOf(permission);
  return {
    ...input,
    meter,
    readDelays: createReadDelays(),
    decidedCollections: new Set(),
    observations: createSharedObservations(),
    sharedParents: createSharedParents(),
    turns: createTurns(),
    listLocks: createListLocks(),
    effectGroup: createEffectGroup(),
    addressing,
    singles,
    writes,
    cleanup: input.cleanup ?? true,
    path: input.path,
    cases: input.limits.cases,
    maxItems: computeMaxItems(input),
    maxParallel: computeParallelTrials(input.limits),
    hasSpareRoom: input.limits.concurrency > 1 && input.limits.concurrency < computeParallelTrials(input.limits),
    maxAtOnce: computeMaxAtOnce(input.limits),
    runMark,
    mayWrite: may('writes'),
    mayDelete: may('deletes'),
    mayStopService: may('floods') || input.isForeign !== true,
  };
}
