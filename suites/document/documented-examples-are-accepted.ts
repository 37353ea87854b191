import { defineRule, held, http, inconclusive, type Json, needs, type Tools, values, violated } from '#rule';
import { documentedExamples } from './_shared/described-reads.js';
import { tryExamples } from './_shared/try-examples.js';

/**
 * An example may fit the data of one moment only: it counts where the service also refuses it with everything replaced
 * that may depend on that, while it accepts generated bodies before and after.
 */
export default defineRule({
  clause: 'DOC-08',
  title: 'A documented example of a creation is accepted',
  otherwise: 'A documented example of a creation is refused',
  touches: 'deletes',
  needs: [needs.creatable, documentedExamples],
  assumes: ['creation/valid-post-answers-201'],
  cases: 1,
  given: (bodies) => values.record({ drawn: values.array(values.drawAtRandom(bodies.body()), 4, 4) }),
  when: async ({ drawn }, tools: Tools) => ({
    schema: tools.collection.create?.request?.schema ?? {},
    seen: await tryExamples(tools, drawn),
  }),
  then: ({ schema, seen }, { findBreaches }) => {
    const isValid = (body: Json) => findBreaches(schema, body).length === 0;
    const refused = seen.filter(({ asked }) => !http.hasStatus(asked, 2));
    for (const { example, asked, neutral } of refused) {
      const told = neutral.filter(({ body }) => isValid(body));
      const isRefused = told.length > 0 && neutral.every(({ exchange }) => http.hasStatus(exchange, 400, 422));
      if (!isRefused || !isValid(example)) continue;
      const actual = `${asked.method} of the example returned ${asked.answer?.status}`;
      return violated({ expected: 'a creation', actual, shows: [asked, ...told.map(({ exchange }) => exchange)] });
    }
    const [none] = refused;
    if (none === undefined) return held;
    const status = none.asked.answer?.status;
    return inconclusive('no-usable-case', `an example returned ${status}, and may not fit the data of this service`);
  },
  silentIn: ['inventory', 'inventory-with-taken-names', 'inventory-with-statistics'],
});
