import {
  defineMonitor,
  defineRule,
  type Exchange,
  held,
  heldWithNote,
  http,
  inconclusive,
  needs,
  values,
  violated,
} from '#rule';
import { parseDeprecation, parseHttpDate } from './_shared/dates.js';
import { getVersions, listPaths, parallelVersions, requestVersion } from './_shared/request-version.js';

/** Both fields are compared in one response: each resource may have its own dates (RFC 9745 §4, RFC 8594 §3). */
export default defineRule({
  clause: 'VER-03',
  per: 'service',
  title: 'The Sunset date is not before the Deprecation date',
  otherwise: 'The Sunset date is before the Deprecation date',
  touches: 'reads',
  needs: [parallelVersions, needs.listable],
  cases: 2,
  given: (bodies) => values.record({ body: bodies.body(), what: values.oneOf<'lists' | 'item'>('lists', 'item') }),
  when: async ({ body, what }, tools) => {
    const { old } = getVersions(tools.subject.service());
    const paths = what === 'lists' ? listPaths(tools.subject.service()) : [(await tools.items.getAny(body)).path];
    const looks: Exchange[] = [];
    for (const path of paths) looks.push(await requestVersion(tools, old, path));
    return { looks };
  },
  then: ({ looks }) => {
    const told = looks.map((look) => ({
      look,
      deprecation: http.getHeader(look.answer, 'deprecation'),
      sunset: http.getHeader(look.answer, 'sunset'),
    }));
    const days = looks.flatMap((look) => {
      const { from, until, ...dates } = readDates(look);
      return from === undefined || until === undefined ? [] : [{ look, ...dates, from, until }];
    });
    const wrong = days.find(({ from, until }) => until < from);
    if (wrong) {
      const { deprecation, sunset, look } = wrong;
      return violated({ expected: 'Sunset at or after Deprecation', actual: { deprecation, sunset }, shows: [look] });
    }
    if (days.length > 0) return held;
    if (!looks.some((look) => http.hasStatus(look, 2))) return inconclusive('setup', 'the old version does not answer');
    const fields = told
      .flatMap(({ deprecation, sunset }) => [deprecation, sunset])
      .filter((field) => field !== undefined);
    return heldWithNote(
      fields.length === 0 ? 'the old version has neither date' : 'the old version does not have both dates',
    );
  },
  monitor: defineMonitor({
    expected: 'Sunset at or after Deprecation',
    isProof: true,
    on: (exchange) => {
      const { sunset, deprecation, ...days } = readDates(exchange);
      if (days.from === undefined || days.until === undefined) return undefined;
      return days.until < days.from ? { flaw: `Sunset: ${sunset}, Deprecation: ${deprecation}` } : 'kept';
    },
  }),
  silentIn: ['two-versions', 'access-bearer', 'ids-integer'],
});

function readDates({ answer }: Exchange) {
  const [deprecation = '', sunset = ''] = ['deprecation', 'sunset'].map((name) => http.getHeader(answer, name));
  return { deprecation, sunset, from: parseDeprecation(deprecation), until: parseHttpDate(sunset) };
}
