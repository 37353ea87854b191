import { defineRule, type Exchange, held, heldWithNote, http, inconclusive, needs, values, violated } from '#rule';
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
    const days = told.flatMap(({ look, deprecation = '', sunset = '' }) => {
      const [from, until] = [parseDeprecation(deprecation), parseHttpDate(sunset)];
      return from === undefined || until === undefined ? [] : [{ look, deprecation, sunset, from, until }];
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
  silentIn: ['two-versions', 'access-bearer', 'ids-integer'],
});
