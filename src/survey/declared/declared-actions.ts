import type { DeclaredResource } from '../../model/service/declared-resource.js';
import type { Operation } from '../../model/service/operation.js';
import type { Action, Collection } from '../../model/service/subject.js';
import { renameIdParameter } from '../../openapi/recognize/words.js';

/** The actions of a resource: declared ones, then those only in the document. */
export function buildActions(base: Collection, { actions }: DeclaredResource): readonly Action[] {
  if (!actions) return base.actions;
  const declared = actions.map((action): Action => {
    const path = renameIdParameter(action.path);
    const described = base.actions.find((other) => other.path === path);
    const operation = (method: 'POST' | 'GET' | 'DELETE'): Operation => ({
      method,
      path,
      provenance: 'declared',
      statuses: [],
      parameters: [],
    });
    const { name, body, key, from, fields, repeat, readable, removable } = action;
    const get = readable === false ? undefined : (described?.get ?? (readable ? operation('GET') : undefined));
    const remove =
      removable === false ? undefined : (described?.remove ?? (removable ? operation('DELETE') : undefined));
    const told = { body: body ?? described?.body, key, from, fields: fields as Action['fields'], repeat, get, remove };
    const known = Object.entries(told).filter(([, value]) => value !== undefined);
    return { name, path, post: described?.post ?? operation('POST'), ...Object.fromEntries(known) };
  });
  return [...declared, ...base.actions.filter(({ path }) => !declared.some((action) => action.path === path))];
}
