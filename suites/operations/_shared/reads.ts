import { assume, compare, type Exchange, http, type Json, type Tools } from '#rule';

/** The pause before the last read, in milliseconds: long beside the time of one read. */
const pauseMs = 60;

/** Reads the address under test four times, once for all rules. Ends the case where the first read does not succeed. */
export async function readRepeatedly(tools: Tools) {
  const seen = await observeReads(tools);
  assumeReadable(seen.reads[0]);
  return seen;
}

/** Reads the address under test four times, once for all rules. */
export const observeReads = (tools: Tools) =>
  tools.share('reads', async () => {
    const { path } = tools.address();
    const get = () => tools.client.send({ method: 'GET', path });
    const first = [await get(), await get(), await get()] as const;
    await http.pause(pauseMs);
    return { path, reads: [...first, await get()] as const };
  });

/** Ends the case where a read shows nothing that can be judged. */
export function assumeReadable(read: Exchange): void {
  const status = read.answer?.status;
  assume(!http.hasStatus(read, 401, 403), 'refused', `GET ${read.path} returned ${status}`);
  assume(http.hasStatus(read, 2), 'setup', `GET ${read.path} returned ${status}`);
}

/** A number that counts reads, and its values. */
export interface CountedReads {
  readonly pointer: string;
  readonly values: readonly number[];
}

/** The first number that grows by the same step with every read; undefined where there is none. */
export function countsItsReads(
  bodies: readonly (Json | undefined)[],
  isNoise: (pointer: string) => boolean,
): CountedReads | undefined {
  for (const pointer of compare.listLeaves(bodies[0]).keys()) {
    const values = bodies.map((body) => compare.getAtPointer(body, pointer));
    if (!isNoise(pointer) && areNumbers(values) && growsEvenly(values)) return { pointer, values };
  }
  return undefined;
}

/** Whether a path or pointer is about requests to the service, which it may count. */
export const isAboutRequests = (text: string): boolean =>
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
