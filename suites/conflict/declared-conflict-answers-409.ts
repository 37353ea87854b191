import { assume, defineRule, http, needs, values } from '#rule';
import { judgeConflict } from './_shared/judge-conflicts.js';

/** The profile declares request bodies that conflict with stored data. */
const conflictingBodies = needs.defineNeed('collection', {
  name: 'conflicting bodies',
  reason: 'no conflicting request body is declared',
  enable: 'resources[].conflicts',
  isMet: ({ conflicts }) => conflicts.length > 0,
});

/** The profile declares bodies that conflict with stored data; they are sent unchanged, so they carry no marker. */
export default defineRule({
  clause: 'ERR-11',
  title: 'A body that conflicts with stored data returns 409',
  otherwise: 'A body that conflicts with stored data did not return 409',
  touches: 'writes',
  needs: [needs.postable, conflictingBodies],
  assumes: ['creation/valid-post-answers-201'],
  cases: 4,
  given: (bodies) => values.record({ body: bodies.body(), which: values.integer(0, 7) }),
  when: async ({ body, which }, { items, collection }) => {
    const { conflicts } = collection;
    const sent = conflicts[which % conflicts.length] ?? null;
    const control = await items.post(body, { role: 'control' });
    assume(http.hasStatus(control.exchange, 2), 'setup', `a valid POST returned ${control.exchange.answer?.status}`);
    const { exchange } = await items.post(sent, { like: { ...control, sent } });
    return { asked: exchange };
  },
  then: ({ asked }, { dialect }) =>
    judgeConflict(
      { asked, why: 'the profile declares a conflict', isDone: true, isRight: true, shows: [asked] },
      dialect,
    ),
  silentIn: ['unique-reference', 'conflict-422', 'put-204'],
});
