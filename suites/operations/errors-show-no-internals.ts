import { assume, compare, defineRule, held, type Tools, violated } from '#rule';
import { openAddress, refusingAddress, selectErrors, visitAddress } from './_shared/addresses.js';

export default defineRule({
  clause: 'ERR-18',
  per: 'resource',
  title: 'Errors of an address show no internals of the service',
  otherwise: 'An error of an address shows internals of the service',
  touches: 'reads',
  needs: [openAddress, refusingAddress],
  when: async (_, tools: Tools) => {
    const errors = selectErrors(await visitAddress(tools));
    assume(errors.length > 0, 'no-usable-case', 'no request that changes nothing caused an error here');
    return { errors };
  },
  then: ({ errors }) => {
    const leaky = errors.find(({ answer }) => compare.findLeak(answer?.text ?? '') !== undefined);
    const leak = compare.findLeak(leaky?.answer?.text ?? '');
    if (leaky === undefined || leak === undefined) return held;
    return violated({
      expected: 'an error that says what the client can change',
      actual: `${leak.what}: ${leak.words}`,
      shows: [leaky],
    });
  },
  silentIn: ['inventory', 'errors-text', 'errors-empty'],
});
