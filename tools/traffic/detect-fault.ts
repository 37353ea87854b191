import { judgeRecording, type ServiceRecording, type TrafficStatement } from './judge-recording.js';

/** What differs from service to service without a meaning: ports, ids, times and entity tags. */
const variables =
  /127\.0\.0\.1:\d+|[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}|(?:W\/)?\\?"[\w+/=-]{8,}\\?"(?=,?$)|\d{4}-\d\d-\d\d[T ][\d:.]+Z?|\w{3}, \d\d \w{3} \d{4} [\d:]+ GMT/gm;

/** Statements about the traffic of a service that the correct one does not cause; undefined where a fault does not show in it. */
export type Detection = readonly TrafficStatement[] | undefined;

/**
 * Records the same clients at a service with a fault and without, and judges both. A fault shows if a message differs: otherwise no
 * judgement of the traffic can find it.
 */
export async function detectFault(record: (isFaulty: boolean) => Promise<ServiceRecording>): Promise<Detection> {
  const [correct, faulty] = [await record(false), await record(true)];
  if (describeEntries(correct) === describeEntries(faulty)) return undefined;
  const identify = ({ rule, subject }: TrafficStatement) => `${rule} ${subject}`;
  const known = (await judgeRecording(correct)).statements.map(identify);
  return (await judgeRecording(faulty)).statements.filter((one) => !known.includes(identify(one)));
}

/** The messages as a text, with a number for each value that differs from service to service. */
function describeEntries({ entries }: ServiceRecording): string {
  const numbers = new Map<string, string>();
  const number = (value: string): string => {
    const known = numbers.get(value) ?? `#${numbers.size}`;
    numbers.set(value, known);
    return known;
  };
  return entries
    .flatMap(({ request, response }) => [request, response])
    .map((message) => JSON.stringify(message, omitSizes, 1).replace(variables, number))
    .join('\n');
}

const omitSizes = (name: string, value: unknown): unknown =>
  /^(size|bodySize)$/.test(name) ? undefined : isDateField(value) ? undefined : value;

const isDateField = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  /^(date|content-length|age)$/i.test(String(value.name));
