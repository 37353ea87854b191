import { defineRule, held, http, needs, type Tools, values, violated } from '#rule';
import { findSchemaMismatch, findStatusMismatch, findTypeMismatch } from './_shared/described.js';
import { documentedCreation, monitorDescribed } from './_shared/described-reads.js';

/** Each write goes to an item that the run created. Refusals are left to other rules. */
export default defineRule({
  clause: 'DOC-07',
  title: 'Responses to writes are as the document describes them',
  otherwise: 'A response to a write is not as the document describes it',
  touches: 'deletes',
  needs: [needs.creatable, documentedCreation],
  cases: 1,
  given: (bodies) => values.record({ body: bodies.body(), replacement: bodies.replacement() }),
  when: async ({ body, replacement }, { items, collection }: Tools) => {
    const { create, creation, replace, remove, envelope } = collection;
    const item = await items.create(body);
    const seen = [{ operation: create, exchange: item.createdBy }];
    if (replace?.request) seen.push({ operation: replace, exchange: await item.put(item.prepare(replacement)) });
    if (remove) seen.push({ operation: remove, exchange: await item.delete() });
    return { seen, isWrapped: envelope !== undefined || creation?.isList === true };
  },
  then: ({ seen, isWrapped }, judging) => {
    for (const { operation, exchange } of seen) {
      if (operation === undefined || !http.hasStatus(exchange, 2)) continue;
      const flaw =
        findStatusMismatch(operation, exchange) ??
        findTypeMismatch(operation, exchange) ??
        // The content of an envelope was taken out of it, and the schema is that of the whole.
        (isWrapped ? undefined : findSchemaMismatch(operation, exchange, judging));
      if (flaw !== undefined)
        return violated({ expected: 'a response as the document describes it', actual: flaw, shows: [exchange] });
    }
    return held;
  },
  monitor: monitorDescribed(
    'a response as the document describes it',
    // A repetition with a key may have the status of the first request, or one of its own.
    ({ method, fields }) => /^(POST|PUT|PATCH|DELETE)$/.test(method) && fields['idempotency-key'] === undefined,
    (operation, exchange, judging) =>
      findStatusMismatch(operation, exchange) ??
      findTypeMismatch(operation, exchange) ??
      findSchemaMismatch(operation, exchange, judging),
  ),
  silentIn: ['inventory', 'nullable-30', 'created-location-only', 'put-204'],
});
