import { assume, defineRule, held, http, inconclusive, needs, values, violated } from '#rule';
import { declaredMeaning, listInvalidWrites } from './_shared/declared-body.js';
import { showsAll } from './_shared/invalid-writes.js';

/** The bodies are sent unchanged. A violation is what GET shows afterwards; the rule about POST judges the status. */
export default defineRule({
  clause: 'ERR-08',
  title: 'PUT and PATCH refuse a semantically invalid body',
  otherwise: 'PUT or PATCH stored a semantically invalid body',
  touches: 'writes',
  reusedItems: 1,
  needs: [needs.creatable, needs.readable, declaredMeaning],
  assumes: ['creation/created-item-is-readable', 'validation/declared-invalid-body-answers-422'],
  cases: 4,
  given: (bodies) =>
    values.record({
      nonsense: bodies.meaningless(),
      body: bodies.body(),
      turn: values.oneOf(0, 1, 2, 3, 4, 5, 6, 7),
    }),
  when: async ({ nonsense, body, turn }, { items, client, collection, fresh }) => {
    const item = await items.create(body);
    await http.readBack(item);
    const writes = [];
    for (const { method, sent, text } of listInvalidWrites(nonsense, turn, { collection, fresh })) {
      const operation = method === 'PUT' ? collection.replace : collection.patch;
      const type = operation?.request?.mediaType;
      if (operation === undefined || type === undefined || http.parseMediaType(type).isJsonPatch) continue;
      const write = await client.send({
        method: operation.method,
        path: item.path,
        text,
        headers: { 'content-type': type },
      });
      writes.push({ sent, write, look: http.hasStatus(write, 200, 204) ? await item.get() : undefined });
    }
    assume(writes.length > 0, 'no-usable-case', 'items have neither PUT nor a merge patch');
    return writes;
  },
  then: (writes) => {
    const stored = writes.find(({ sent, look }) => look && showsAll(sent, look));
    if (stored?.look) {
      const { write, look } = stored;
      const actual = `${write.method} returned ${write.answer?.status}, and GET shows it`;
      return violated({
        expected: `${write.method} of a semantically invalid body is refused`,
        actual,
        shows: [write, look],
      });
    }
    const refused = writes.filter(
      ({ write }) => http.hasStatus(write, 4) && !http.hasStatus(write, 401, 403, 405, 415),
    );
    return refused.length === writes.length ? held : inconclusive('setup', 'a write was neither refused nor stored');
  },
  silentIn: ['semantic-400', 'unique-reference', 'put-204', 'normalising', 'errors-github'],
});
