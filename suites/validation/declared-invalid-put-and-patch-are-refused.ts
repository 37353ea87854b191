import { assume, defineRule, held, http, inconclusive, needs, values, violated } from '#rule';
import { writeUnchanged } from './_shared/declared-body.js';
import { showsAll } from './_shared/invalid-writes.js';

const declaredMeaning = needs.defineNeed('collection', {
  name: 'semantically invalid bodies of writes',
  reason: 'the profile declares no invalid request body, or items have neither PUT nor PATCH',
  enable: 'resources[].semanticInvalid',
  isMet: ({ semanticInvalid, replace, patch }) =>
    semanticInvalid.length > 0 && Boolean(replace?.request ?? patch?.request),
});

/** The bodies are sent unchanged. A violation is what GET shows afterwards; the rule about POST judges the status. */
export default defineRule({
  clause: 'ERR-08',
  level: 'MUST',
  family: 'convention',
  per: 'collection',
  title: 'PUT and PATCH refuse a semantically invalid body',
  otherwise: 'PUT or PATCH stored a semantically invalid body',
  since: '0.2',
  stage: 'provisional',
  touches: 'writes',
  watches: 'item',
  needs: [needs.creatable, needs.readable, declaredMeaning],
  assumes: ['creation/created-item-is-readable', 'validation/declared-invalid-body-answers-422'],
  cases: 4,
  given: (bodies) => values.record({ nonsense: bodies.meaningless(), body: bodies.body() }),
  when: async ({ nonsense, body }, { items, client, collection, fresh }) => {
    const item = await items.create(body);
    await http.readBack(item);
    const text = writeUnchanged(nonsense, { collection, fresh });
    const writes = [];
    for (const [method, operation] of [['PUT', collection.replace] as const, ['PATCH', collection.patch] as const]) {
      const type = operation?.request?.mediaType;
      if (type === undefined || /json-patch/i.test(type)) continue;
      const write = await client.send({ method, path: item.path, text, headers: { 'content-type': type } });
      writes.push({ write, look: http.hasStatus(write, 200, 204) ? await item.get() : undefined });
    }
    assume(writes.length > 0, 'no-usable-case', 'items have neither PUT nor a merge patch');
    return { nonsense, writes };
  },
  then: ({ nonsense, writes }) => {
    const stored = writes.find(({ look }) => look && showsAll(nonsense, look));
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
  proof: { silentIn: ['semantic-400', 'unique-reference', 'put-204', 'normalising', 'errors-github'] },
});
