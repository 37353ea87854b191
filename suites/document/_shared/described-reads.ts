import {
  assume,
  defineMonitor,
  type Exchange,
  type Finding,
  held,
  http,
  type JudgingTools,
  needs,
  type Tools,
  type TrafficExchange,
  violated,
} from '#rule';

/** The operation is a GET that a document describes with its responses, and that may be called with known values. */
export const describedRead = needs.defineNeed('operation', {
  name: 'described read',
  reason: 'no document describes the operation, or no value is known for a parameter',
  enable: '--openapi',
  isMet: ({ call: { operation, spared }, resource }) =>
    operation.method === 'GET' &&
    spared === undefined &&
    Object.keys(operation.responses ?? {}).length > 0 &&
    resource.values.every(({ source }) => source !== 'invented'),
});

/** The same, and nothing speaks against a success: what the survey could not read is not read again. */
export const describedSuccess = needs.defineNeed('operation', {
  name: 'described success',
  reason: 'no document describes the operation, or it could not be read in the survey',
  enable: '--openapi',
  isMet: (subject) => {
    const { role, status = 200 } = subject.call;
    return describedRead.isMet(subject) && role !== 'read record' && Math.floor(status / 100) === 2;
  },
});

export const described = needs.defineNeed('resource', {
  name: 'described',
  reason: 'no document describes the operation',
  enable: '--openapi',
  isMet: ({ operations }) => operations.some(({ operation }) => operation.provenance === 'described'),
});

export const documentedCreation = needs.defineNeed('collection', {
  name: 'described creation',
  reason: 'no document describes the creation',
  enable: '--openapi',
  isMet: ({ create }) => Object.keys(create?.responses ?? {}).length > 0,
});

export const documentedExamples = needs.defineNeed('collection', {
  name: 'documented examples',
  reason: 'no document shows an example of a creation',
  enable: '--openapi',
  isMet: ({ create }) => (create?.request?.examples ?? []).some((one) => typeof one === 'object' && one !== null),
});

/** A rule about the response to a described read: what is `expected` of it, and what is wrong with one. */
export const judgesDescribedRead = (expected: string, findFlaw: FindDescribedFlaw) =>
  ({
    per: 'operation',
    touches: 'reads',
    needs: [describedSuccess],
    when: (_: unknown, tools: Tools) => readDescribed(tools),
    then({ read, operation }: Awaited<ReturnType<typeof readDescribed>>, judging: JudgingTools): Finding {
      const flaw = findFlaw(operation, read, judging);
      return flaw === undefined ? held : violated({ expected, actual: flaw, shows: [read] });
    },
    monitor: monitorDescribed(expected, ({ method }) => method === 'GET', findFlaw),
    silentIn: ['inventory', 'inventory-with-numeric-ids', 'nullable-30', 'time-in-the-body'],
  }) as const;

/** What is wrong with a response to an operation, by its description. */
type FindDescribedFlaw = (
  operation: ReadOperation,
  exchange: Exchange,
  judging: Pick<JudgingTools, 'findBreaches'>,
) => string | undefined;

/** The same over the recorded successes of described operations with these methods. */
export const monitorDescribed = (
  expected: string,
  isMeant: (exchange: TrafficExchange) => boolean,
  findFlaw: FindDescribedFlaw,
) =>
  defineMonitor({
    expected,
    isProof: true,
    on: (exchange, traffic) => {
      const found = isMeant(exchange) ? traffic.findOperation(exchange) : undefined;
      const operation = found && mayBeAnother(found.path, exchange.path) ? undefined : found;
      const isWhole =
        exchange.hasFields && exchange.hasText && http.hasStatus(exchange, 2) && !http.hasStatus(exchange, 206);
      if (!isWhole || Object.keys(operation?.responses ?? {}).length === 0 || operation === undefined) return undefined;
      const flaw = findFlaw(operation, exchange, traffic);
      return flaw === undefined ? 'kept' : { flaw };
    },
  });

/** Whether a word is in the place of a parameter, which may be the name of an address that the document does not have. */
export function mayBeAnother(template: string, path: string): boolean {
  const segments = path
    .replace(/[?#].*/, '')
    .split('/')
    .reverse();
  const names = template.split('/').reverse();
  return names.some((name, i) => name.startsWith('{') && /^[a-z_-]+$/i.test(segments[i] ?? ''));
}

type ReadOperation = ReturnType<Tools['subject']['operation']>['operation'];

/** Reads the address once for all rules about its description. Ends the case where the read does not succeed. */
export async function readDescribed(tools: Tools) {
  const { path } = tools.subject.address();
  const read = await tools.share('described read', () => tools.client.send({ method: 'GET', path }));
  const status = read.answer?.status;
  assume(!http.hasStatus(read, 401, 403), 'refused', `GET returned ${status}`);
  assume(http.hasStatus(read, 2), 'setup', `GET returned ${status}`);
  return { read, operation: tools.subject.operation().operation };
}
