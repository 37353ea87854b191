import type { Json } from '../../../../src/model/json.js';
import type { FileProfile } from '../../../../src/profile/file/file-content.js';
import { delays } from '../../engine/state/items.js';
import { rateLimit } from '../../engine/traffic/gateway.js';
import type { ServiceFacts } from '../../facts/facts.js';
import { declareCallers } from './callers.js';
import { writeResource } from './write-resource.js';

/**
 * All that a design knows and a profile can say. A profile has no key for a query parameter that each request needs, and one choice
 * for all collections of whether a repeated DELETE answers 204; it says so only where all of them do.
 */
export function writeProfile(service: ServiceFacts): FileProfile {
  const { errorShape, invalidStatus, conflictStatus } = service.design.service;
  return {
    ...declareCallers(service, 2),
    resources: service.collections.map((one) => writeResource(one, service)),
    ...writeIdempotency(service),
    errors: {
      ...(errorShape === 'problem' && { shape: 'problem+json' }),
      bodySyntax: [400],
      semantic: [Number(invalidStatus)],
      conflict: [Number(conflictStatus)],
    },
    dialect: writeDialect(service),
    ...writeLinks(service),
    ...writeLimits(service),
  };
}

function writeIdempotency({ design }: ServiceFacts): FileProfile {
  const { idempotency, keyName, keyMismatch } = design.service;
  if (idempotency === 'none') return {};
  const isMember = keyName === 'member';
  return {
    idempotency: {
      in: isMember ? 'body' : 'header',
      name: isMember ? 'idempotency_key' : keyName,
      required: idempotency === 'required',
      mismatch: [Number(keyMismatch)],
    },
  };
}

function writeDialect({ collections }: ServiceFacts): NonNullable<FileProfile['dialect']> {
  const removed = collections.filter(({ design }) => design.choices.removal !== 'none');
  const isAll = (test: (choices: (typeof removed)[number]['design']['choices']) => boolean) =>
    removed.length > 0 && removed.every(({ design }) => test(design.choices));
  const created = collections.filter(({ create }) => create).map(({ design }) => Number(design.choices.createStatus));
  return {
    ...(isAll(({ repeatedRemoval }) => repeatedRemoval === '204') && { deleteMissing: 'no-content' as const }),
    ...(isAll(({ removalKind }) => removalKind === 'soft') && { deletedItem: 'tombstone' as const }),
    ...(isAll(({ repeatedRemoval }) => repeatedRemoval === '410') && { deletedItem: 'gone' as const }),
    ...(created.length > 0 && { created: [...new Set(created)] }),
  };
}

/** The links to actions by state, for each collection that has them. */
function writeLinks({ collections }: ServiceFacts): FileProfile {
  const linked = collections.flatMap(({ listPath, action, design }) => {
    if (!action || design.choices.actionLinks === 'none') return [];
    const [before, after] = action.states;
    const states: Json = { [before]: { has: [action.name] }, [after]: { lacks: [action.name] } };
    return [[listPath, { pointer: '/actions', states }] as [string, Json]];
  });
  return linked.length === 0 ? {} : { links: Object.fromEntries(linked) };
}

function writeLimits({ design, collections }: ServiceFacts): FileProfile {
  const lags = new Set(collections.map((one) => one.design.choices.lag));
  const consistency = {
    ...((lags.has('item') || lags.has('both')) && { readAfterWriteMs: delays.item }),
    ...((lags.has('list') || lags.has('both')) && { listMs: delays.list }),
  };
  const cached = collections.filter((one) => one.design.choices.cache === 'max-age' && one.itemPath !== undefined);
  const limit = { limit: rateLimit.requests, windowMs: rateLimit.within, probe: true };
  // Who knows that items cannot be removed says how many may be left.
  const isLeft = collections.some(({ create, design: { choices } }) => create && choices.removal === 'none');
  return {
    ...(isLeft && { limits: { maxLeft: 250 } }),
    ...(Object.keys(consistency).length > 0 && { consistency }),
    ...(cached.length > 0 && { cache: Object.fromEntries(cached.map((one) => [one.itemPath ?? '', { maxAge: 2 }])) }),
    ...(design.service.rateLimit !== 'none' && { rateLimit: limit }),
  };
}
