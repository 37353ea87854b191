import { answered, type Exchange } from '../../../model/exchange.js';
import type { Json } from '../../../model/json.js';
import type { Operation } from '../../../model/service/operation.js';
import type { Action, Collection } from '../../../model/service/subject.js';
import { mend } from '../bodies/correct-body.js';
import { complaintsIn } from '../bodies/learn-body.js';

/** An action as a service would have it, and what was changed for that, in words. */
export interface MendedAction {
  readonly action: Action;
  readonly changes: readonly string[];
}

/** An action whose body heeds what the service complained about; undefined where that is nothing, or where the body is declared. */
export function mendAction(
  collection: Collection,
  action: Action,
  exchange: Exchange,
  sent: Json,
  document: Json | undefined,
): MendedAction | undefined {
  const { post, body } = action;
  if (!post || body !== undefined || !answered(exchange, 400, 422)) return undefined;
  const request = {
    mediaType: 'application/json',
    ...post.request,
    schema: post.request?.schema ?? { type: 'object' },
  };
  const create: Operation = { ...post, request };
  const alone: Collection = { ...collection, create, unique: [], overrides: {}, serverAssigned: [] };
  const complaints = complaintsIn(exchange, sent, request.schema);
  const mended = mend(alone, 'create', complaints, sent, document);
  if (!mended?.collection.create) return undefined;
  return { action: { ...action, post: mended.collection.create }, changes: mended.changes };
}
