import { type Exchange, hasStatus } from '../../../model/exchange.js';
import type { Json } from '../../../model/json.js';
import type { Operation } from '../../../model/service/operation.js';
import type { Action, Collection } from '../../../model/service/subject.js';
import { correctBody } from '../bodies/correct-body.js';
import { findComplaints } from '../bodies/learn-body.js';

/** An action with a body that the service accepts, and a description of the changes. */
export interface CorrectedAction {
  readonly action: Action;
  readonly changes: readonly string[];
}

/**
 * Changes the body of an action according to the complaints of the service. Returns undefined when nothing changes, or
 * when the body is declared.
 */
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
  const corrected = correctBody(alone, 'create', complaints, sent, document);
  if (!corrected?.collection.create) return undefined;
  return { action: { ...action, post: corrected.collection.create }, changes: corrected.changes };
}
