import {
  assume,
  compare,
  defineRule,
  held,
  heldWithNote,
  http,
  inconclusive,
  type Tools,
  values,
  violated,
} from '#rule';
import { assumeAccepted, showsContent } from './_shared/contents.js';
import { removableSingle } from './_shared/needs.js';

/** DELETE may reset a resource to its defaults. It is still there if it shows what was written before. */
export default defineRule({
  clause: 'DEL-02',
  per: 'resource',
  title: 'A deleted single resource is gone',
  otherwise: 'A deleted single resource still has its content',
  doubt: 'DELETE may set a single resource back to defaults, which are then read.',
  touches: 'deletes',
  watches: 'service',
  needs: [removableSingle],
  assumes: ['singles/put-replaces-a-single-resource', 'singles/repeated-put-of-a-single-resource-has-one-effect'],
  cases: 2,
  given: (bodies) => values.record({ drawn: values.batch(bodies.replacement(), 4) }),
  when: async ({ drawn }, tools: Tools) => {
    const single = await tools.subject.single();
    const isNew = (body: (typeof drawn)[number]) => !compare.isEquivalent(body, single.content);
    const sent = drawn.find(isNew);
    assume(sent !== undefined, 'no-usable-case', 'no content differs from what is there');
    const write = tools.subject.resource().single?.create ? await single.post(sent) : await single.put(sent);
    assumeAccepted(write);
    const before = await single.getUntil((look) => showsContent(sent, look));
    assume(showsContent(sent, before), 'setup', 'GET does not show what was written');
    const removed = await single.delete();
    const why = `DELETE returned ${removed.answer?.status}`;
    assume(http.hasStatus(removed, 2) && !http.isPending(removed), 'setup', why);
    return { sent, write, removed, after: await single.getUntil((look) => http.hasStatus(look, 404, 410)) };
  },
  then: ({ sent, write, removed, after }) => {
    if (http.hasStatus(after, 404, 410)) return held;
    if (!http.hasStatus(after, 200)) return inconclusive('setup', `GET returned ${after.answer?.status}`);
    if (http.isCached(after)) return inconclusive('noise', 'a cache answered instead of the service');
    if (!showsContent(sent, after)) return heldWithNote('DELETE resets the content');
    const actual = `GET returned ${after.answer?.status} with the content from before`;
    return violated({ expected: 'GET after DELETE returns 404', actual, shows: [write, removed, after] });
  },
  silentIn: ['inventory', 'inventory-with-default-settings', 'inventory-with-conditional-settings'],
});
