import { assume, defineRule, type Exchange, held, http, inconclusive, needs, values, violated } from '#rule';
import {
  getVersions,
  listAnsweringPaths,
  listPaths,
  parallelVersions,
  requestVersion,
} from './_shared/request-version.js';

/** A resource may be new in the new version, or missing there: a version answers where one of its collections does. */
export default defineRule({
  clause: 'VER-02',
  per: 'service',
  title: 'The old and the new version answer in parallel',
  otherwise: 'One of the two versions does not answer',
  touches: 'reads',
  needs: [parallelVersions, needs.listable],
  cases: 2,
  given: () =>
    values.record({
      order: values.oneOf<readonly ('old' | 'new')[]>(
        ['old', 'new', 'old'],
        ['new', 'old', 'new'],
        ['old', 'old', 'new'],
      ),
    }),
  when: async ({ order }, tools) => {
    const versions = getVersions(tools.subject.service());
    const paths = await listAnsweringPaths(tools, listPaths(tools.subject.service()));
    assume(paths.length > 0, 'no-usable-case', 'no collection can be listed below the base URL');
    const rounds: { readonly which: 'old' | 'new'; readonly looks: readonly Exchange[] }[] = [];
    for (const which of order) {
      const looks: Exchange[] = [];
      for (const path of paths) looks.push(await requestVersion(tools, versions[which], path));
      rounds.push({ which, looks });
    }
    return { rounds };
  },
  then: ({ rounds }) => {
    const silent = rounds.find(({ looks }) => looks.every((look) => http.hasStatus(look, 404, 405, 410)));
    if (silent) {
      const [look] = silent.looks;
      const actual = `GET of each collection of the ${silent.which} version returned ${look?.answer?.status}`;
      const shows = rounds.slice(0, rounds.indexOf(silent) + 1).flatMap(({ looks }) => looks.slice(0, 1));
      return violated({ expected: 'both versions answer', actual, shows });
    }
    const open = rounds.find(({ looks }) => !looks.some((look) => http.hasStatus(look, 2)));
    if (!open) return held;
    const { status } = open.looks[0]?.answer ?? {};
    const cause = status === 401 || status === 403 ? 'refused' : 'setup';
    return inconclusive(cause, `the ${open.which} version returned ${status}`);
  },
  silentIn: ['two-versions', 'access-bearer', 'pagination-page'],
});
