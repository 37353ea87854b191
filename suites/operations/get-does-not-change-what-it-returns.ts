import { compare, defineRule, held, type Json, type Tools, violated } from '#rule';
import { calledByGet, knownAddress, readRepeatedly } from '../_shared/operations.js';

/**
 * Reads are the treatment, time is the control: a number that grows by the same step with every read, whatever the time
 * between two reads, is changed by reading. Pages about the service itself may count requests (RFC 9110 §9.2.1).
 */
export default defineRule({
  clause: 'SAFE-01',
  per: 'operation',
  title: 'GET does not change what it returns',
  otherwise: 'GET changed what it returns',
  touches: 'reads',
  watches: 'collection',
  isPastCaches: true,
  needs: [calledByGet, knownAddress],
  yieldsTo: { read: ['safety/get-does-not-change-the-item'], list: ['safety/get-does-not-change-the-collection'] },
  when: async (_, tools: Tools) => ({ ...(await readRepeatedly(tools)), template: tools.subject.resource().name }),
  then: ({ reads, template }, { isVolatile, isAccessStatistic }) => {
    if (isAboutRequests(template)) return held;
    const counted = countsItsReads(
      reads.map(({ answer }) => answer?.json),
      (pointer) => isVolatile(pointer) || isAccessStatistic(pointer) || isAboutRequests(pointer),
    );
    if (counted === undefined) return held;
    return violated({
      expected: 'the same representation in each response',
      actual: { [counted.pointer === '' ? '/' : counted.pointer]: counted.values },
      shows: reads,
    });
  },
  silentIn: ['inventory', 'inventory-with-statistics'],
});

/** The first number that grows by the same step with every read; undefined where there is none. */
function countsItsReads(bodies: readonly (Json | undefined)[], isNoise: (pointer: string) => boolean) {
  for (const pointer of compare.listLeaves(bodies[0]).keys()) {
    const values = bodies.map((body) => compare.getAtPointer(body, pointer));
    if (!isNoise(pointer) && areNumbers(values) && growsEvenly(values)) return { pointer, values };
  }
  return undefined;
}

/** Whether a path or pointer is about requests to the service, which it may count. */
const isAboutRequests = (text: string): boolean =>
  /(request|metric|statistic|stats|health|status|monitor|actuator|uptime|usage|quota|remaining|rate-?limit)/i.test(
    text,
  );

const areNumbers = (values: readonly (Json | undefined)[]): values is number[] =>
  values.every((value) => typeof value === 'number');

function growsEvenly(values: readonly number[]): boolean {
  const steps = values.slice(1).map((value, i) => value - (values[i] ?? 0));
  return (
    steps.length > 1 && steps[0] !== 0 && Number.isSafeInteger(steps[0]) && steps.every((step) => step === steps[0])
  );
}
