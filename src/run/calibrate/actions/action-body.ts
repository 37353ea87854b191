import { type Exchange, hasStatus } from '../../../model/exchange.js';
import type { Json } from '../../../model/json.js';
import type { Operation } from '../../../model/service/operation.js';
import type { Action, Collection } from '../../../model/service/subject.js';
import { correctBody } from '../bodies/correct-body.js';
import { findComplaints } from '../bodies/learn-body.js';

/** An action as a service would have it, and what was changed for that, in words. */
export interface CorrectedAction {
  readonly action: Action;
  readonly changes: readonly string[];
}

/** An action whose body heeds what the service complained about; undefined where that is nothing, or where the body is declared. */
export function correctAction(
  collection: Collection,
  action: Action,
  exchange: Exchange,
  sent: Json,
  document: Json | undefined,
): CorrectedAction | undefined {
  const { post, body } = action;
  if (!post || body !== undefined || !hasStatus(exchange, 400, 422)) return undefined;
  const request = {
    mediaType: 'application/json',
    ...post.request,
    schema: post.request?.schema ?? { type: 'object' },
  };
  const create: Operation = { ...post, request };
  const alone: Collection = { ...collection, create, unique: [], overrides: {}, serverAssigned: [] };
  const complaints = findComplaints(exchange, sent, request.schema);
  const mended = correctBody(alone, 'create', complaints, sent, document);
  if (!mended?.collection.create) return undefined;
  return { action: { ...action, post: mended.collection.create }, changes: mended.changes };
}
