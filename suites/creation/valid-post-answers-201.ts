import { defineRule, held, heldWithNote, http, inconclusive, needs, values, violated } from '#rule';

/** One body, with the fewest members, is sent as it was drawn, without the marker: it shows whether the marker is optional. */
const unmarked = values.oneOf(false, false, false, true, false, false);

export default defineRule({
  clause: 'CRE-01',
  title: 'A valid POST to a collection returns 201',
  otherwise: 'A valid POST to a collection did not return 201',
  touches: 'writes',
  reusedItems: 1,
  needs: [needs.postable],
  cases: 6,
  given: (bodies) => values.record({ body: bodies.body(), isUnmarked: unmarked }),
  when: async ({ body, isUnmarked }, { items, collection }) => {
    const made = (await items.post(body, isUnmarked ? { marked: false } : {})).exchange;
    const isDoubtful = http.hasStatus(made, 2) && !http.hasStatus(made, 201, 202) && collection.marker !== undefined;
    // Where the service treats equal bodies as one item, a new body decides.
    const twin = isDoubtful ? await items.post(body, { marked: true, role: 'control' }) : undefined;
    return { made, isDeduplicated: twin !== undefined && http.hasStatus(twin.exchange, 201) };
  },
  then: ({ made, isDeduplicated }, { dialect }) => {
    const status = made.answer?.status ?? 0;
    if (status === 201) return held;
    if (dialect.created.includes(status)) return heldWithNote(`the profile allows creations to return ${status}`);
    if (http.hasStatus(made, 401, 403)) return inconclusive('refused', `POST returned ${status}`);
    if (http.hasStatus(made, 5)) return inconclusive('no-answer', `POST returned ${status}`);
    // Business rules are not in a schema, and 202 or 303 leave the outcome to another resource.
    if (status === 202 || !http.hasStatus(made, 2)) return inconclusive('setup', `POST returned ${status}`);
    if (isDeduplicated) return inconclusive('setup', `POST of a body equal to an earlier one returned ${status}`);
    return violated({ expected: 'POST of a valid body returns 201', actual: `POST returned ${status}` });
  },
  silentIn: ['created-location-only', 'nullable-30', 'normalising', 'etags'],
});
