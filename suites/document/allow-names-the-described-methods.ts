import { assume, defineRule, held, http, type Tools, violated } from '#rule';
import { described } from './_shared/described-reads.js';

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
    const named = allow.toUpperCase().split(/\s*,\s*/);
    const missing = methods.filter((method) => !named.includes(method));
    if (missing.length === 0) return held;
    return violated({ expected: methods.join(', '), actual: `Allow: ${allow}`, shows: [options] });
  },
  silentIn: ['inventory', 'two-versions', 'etags'],
});
