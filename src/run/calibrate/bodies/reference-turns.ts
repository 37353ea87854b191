import { listMembers, listRequired } from '../../../generate/schema/read-schema.js';
import type { Exchange } from '../../../model/exchange.js';
import { isObject, parsePointer } from '../../../model/json.js';
import { createFact, type Operation, replaceFacts } from '../../../model/service/operation.js';
import type { Collection } from '../../../model/service/subject.js';
import type { Turn } from './turn-wrapper.js';

/**
 * Sends the id of a new item where existing items show one of another collection as a whole, and a creation without it is refused: in
 * the members that the refusal names; if `isAny`, in all of them.
 */
export function listReferenceTurns(collection: Collection, { answer }: Exchange, isAny: boolean): readonly Turn[] {
  const { shownItems = [], parents, name, create, replace, facts } = collection;
  const words = new Set(answer?.text.match(/[\p{L}\p{N}_$-]+/gu));
  const open = shownItems.filter(({ place }) => !parents.some((one) => one.place === place));
  const chosen = isAny ? open : open.filter(({ place }) => words.has(parsePointer(place)[0] ?? ''));
  if (chosen.length === 0) return [];
  const types = Object.fromEntries(
    chosen.map(({ place, isNumber }) => [parsePointer(place)[0], { type: isNumber ? 'integer' : 'string' }]),
  );
  const refer = (operation: Operation | undefined) => {
    const { request } = operation ?? {};
    const schema = request?.schema;
    if (operation === undefined || request === undefined || !isObject(schema)) return operation;
    const required = [...new Set([...listRequired(schema), ...Object.keys(types)])];
    const wider = { ...schema, properties: { ...listMembers(schema), ...types }, required };
    return { ...operation, request: { ...request, schema: wider } };
  };
  const evidence = `${create?.method} ${create?.path}`;
  const told = chosen.map(({ place, collection: other }) =>
    createFact(`parent ${place}`, `one of ${other}, created first`, 'observed', evidence),
  );
  const operations = { create: refer(create), replace: refer(replace) };
  const names = chosen.map(({ place, collection: other }) => `the id of one of ${other} in ${place}`).join(', ');
  return [
    {
      collection: {
        ...collection,
        ...(operations.create && { create: operations.create }),
        ...(operations.replace && { replace: operations.replace }),
        parents: [...parents, ...chosen.map(({ place, collection: other }) => ({ place, collection: other }))],
        facts: replaceFacts(facts, told),
      },
      note: `${name}: creations take ${names}, where existing items show it as a whole`,
    },
  ];
}
