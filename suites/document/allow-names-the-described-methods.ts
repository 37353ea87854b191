import { assume, defineMonitor, defineRule, held, http, type Tools, violated } from '#rule';
import { described, mayBeAnother } from './_shared/described-reads.js';

/** RFC 9110 §10.2.1: Allow lists the methods that the resource supports. Nothing but OPTIONS is sent. */
export default defineRule({
  clause: 'DOC-06',
  per: 'resource',
  title: 'Allow names every described method',
  otherwise: 'Allow lacks a described method',
  touches: 'reads',
  needs: [described],
  when: async (_, { subject, client }: Tools) => {
    const options = await client.send({ method: 'OPTIONS', path: subject.address().path });
    const allow = http.getHeader(options.answer, 'allow');
    assume(http.hasStatus(options, 2), 'no-usable-case', `OPTIONS returned ${options.answer?.status}`);
    assume(allow !== undefined, 'no-usable-case', 'the response to OPTIONS has no Allow field');
    const { operations } = subject.resource();
    return { options, allow, methods: operations.map(({ operation }) => operation.method) };
  },
  then: ({ options, allow, methods }) => {
    const missing = findUnnamed(allow, methods);
    if (missing.length === 0) return held;
    return violated({ expected: methods.join(', '), actual: `Allow: ${allow}`, shows: [options] });
  },
  monitor: defineMonitor({
    expected: 'every described method',
    isProof: true,
    on: (exchange, traffic) => {
      const allow = http.getHeader(exchange.answer, 'allow');
      const described = methods.flatMap((method) => traffic.findOperation({ ...exchange, method }) ?? []);
      const isKnown = described.length > 0 && !described.some(({ path }) => mayBeAnother(path, exchange.path));
      if (allow === undefined || !http.hasStatus(exchange, 2, 405) || !isKnown) return undefined;
      const missing = findUnnamed(
        allow,
        described.map(({ method }) => method),
      );
      return missing.length === 0 ? 'kept' : { flaw: `Allow: ${allow}, without ${missing.join(', ')}` };
    },
  }),
  silentIn: ['inventory', 'two-versions', 'etags'],
});

/** Methods of which Allow may be asked. */
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

function findUnnamed(allow: string, described: readonly string[]): string[] {
  const named = allow.toUpperCase().split(/\s*,\s*/);
  return described.filter((method) => !named.includes(method));
}
