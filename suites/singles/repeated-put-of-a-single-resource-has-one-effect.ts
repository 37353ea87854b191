import { assume, compare, defineRule, held, heldWithNote, type Json, type Tools, values, violated } from '#rule';
import { getMember } from '../_shared/members.js';
import { assumeAccepted } from './_shared/contents.js';
import { replaceableSingle } from './_shared/needs.js';

/** Only what the body has is compared, so that counters and timestamps of the service may change. */
export default defineRule({
  clause: 'PUT-02',
  per: 'resource',
  title: 'Repeating a PUT to a single resource changes nothing further',
  otherwise: 'Repeating a PUT to a single resource changed it again',
  touches: 'writes',
  watches: 'service',
  needs: [replaceableSingle],
  assumes: ['singles/put-replaces-a-single-resource'],
  cases: 3,
  given: (bodies) => values.record({ body: bodies.replacement() }),
  when: async ({ body }, tools: Tools) => {
    const single = await tools.subject.single();
    // Where PUT of its own content changed it, nothing else may be sent.
    const sent = single.isChangedByItsOwnContent ? await single.readContent() : body;
    assume(sent !== undefined, 'setup', 'GET does not show the content');
    const first = await single.put(sent);
    assumeAccepted(first);
    const before = await single.get();
    const again = await single.get();
    const second = await single.put(sent);
    return { sent, first, before, again, second, after: await single.get() };
  },
  then: ({ sent, first, before, again, second, after }) => {
    const [one, same, other] = [before, again, after].map((look) => selectMembers(look.answer?.json, sent));
    if (one === undefined || other === undefined || !compare.isEquivalent(one, same))
      return heldWithNote('the content changes by itself');
    if (compare.isEquivalent(one, other)) return held;
    return violated({ expected: one, actual: other, shows: [first, before, second, after] });
  },
  silentIn: ['inventory', 'inventory-with-default-settings', 'inventory-with-conditional-settings'],
});

/** The part of a content that a body writes. */
function selectMembers(content: Json | undefined, body: Json): Json | undefined {
  if (content === undefined || !compare.isObject(body)) return content;
  if (!compare.isObject(content)) return undefined;
  return Object.fromEntries(Object.keys(body).map((name) => [name, getMember(content, name) ?? null]));
}
