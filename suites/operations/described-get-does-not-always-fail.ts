import { defineRule, held, heldWithNote, http, inconclusive, needs, type Tools, violated } from '#rule';
import { calledByGet } from '../_shared/operations.js';

/** The document describes GET, the survey was answered with 500, and another address could be read. */
const failedInTheSurvey = needs.defineNeed('operation', {
  name: 'failed in the survey',
  reason: 'no described GET without unknown values returned 500 in the survey while another one succeeded',
  enable: '--openapi',
  isMet: ({ call: { operation, status, owner }, resource: { control, values } }) =>
    status === 500 &&
    owner === undefined &&
    control !== undefined &&
    operation.provenance === 'described' &&
    operation.statuses.some((one) => Math.floor(one / 100) === 2) &&
    values.every(({ source }) => source !== 'invented'),
});

/**
 * The document says that GET succeeds here, and no value was invented for it. It failed in the survey, and fails now each time,
 * some seconds apart, while another address answers.
 */
export default defineRule({
  clause: 'ERR-23',
  per: 'operation',
  title: 'A described GET does not fail each time',
  otherwise: 'A described GET fails with 500 each time',
  doubt: 'The operation may depend on a part that is switched off in the environment under test.',
  touches: 'reads',
  isPastCaches: true,
  needs: [calledByGet, failedInTheSurvey],
  when: async (_, { client, subject }: Tools) => {
    const rounds = [];
    while (rounds.length < times) {
      if (rounds.length > 0) await http.pause(pauseMs);
      const control = await client.trySend({ method: 'GET', path: subject.resource().control ?? '/', role: 'control' });
      rounds.push({ control, read: await client.trySend({ method: 'GET', path: subject.address().path }) });
    }
    return { rounds };
  },
  then: ({ rounds }) => {
    const other = rounds.find(({ read }) => read.answer?.status !== 500);
    if (other && http.hasStatus(other.read, 2, 3)) return heldWithNote('GET failed for a time');
    if (other && http.hasStatus(other.read, 4)) return held;
    if (other) return inconclusive('no-answer', `GET returned ${other.read.answer?.status ?? 'nothing'}`);
    const silent = rounds.find(({ control }) => !http.hasStatus(control, 2));
    if (silent) return inconclusive('no-answer', `GET ${silent.control.path} failed, too`);
    const shows = rounds.map(({ read }) => read);
    return violated({ expected: 'the described success status', actual: '500 each time', shows });
  },
  silentIn: ['inventory', 'inventory-with-strict-queries', 'errors-text'],
});

/** How often GET is sent, and the pause between, in milliseconds. */
const [times, pauseMs] = [4, 1_500];
