import { creatable, defineRule, hasStatus, held, heldWithNote, inconclusive, oneOf, record, violated } from '#rule';

/** One body, that with the least members, is sent as it was drawn: it tells that the mark can be done without. */
const asDrawn = oneOf(false, false, false, true, false, false);

export default defineRule({
  clause: 'CRE-01',
  level: 'MUST',
  family: 'convention',
  per: 'collection',
  title: 'A valid POST to a collection answers 201',
  otherwise: 'A valid POST to a collection was not answered 201',
  since: '0.1',
  stage: 'stable',
  touches: 'writes',
  watches: 'item',
  needs: [creatable],
  cases: 6,
  given: (bodies) => record({ body: bodies.body(), isAsDrawn: asDrawn }),
  when: async ({ body, isAsDrawn }, { items, collection }) => {
    const made = (await items.post(body, isAsDrawn ? { marked: false } : {})).exchange;
    const isDoubtful = hasStatus(made, 2) && !hasStatus(made, 201, 202) && collection.marker !== undefined;
    // Where equal bodies are taken for one thing, a body that never was before tells.
    const twin = isDoubtful ? await items.post(body, { marked: true, role: 'control' }) : undefined;
    return { made, isDeduplicated: twin !== undefined && hasStatus(twin.exchange, 201) };
  },
  then: ({ made, isDeduplicated }, { dialect }) => {
    const status = made.answer?.status ?? 0;
    if (status === 201) return held;
    if (dialect.created.includes(status)) return heldWithNote(`the profile allows creations to be answered ${status}`);
    if (hasStatus(made, 401, 403)) return inconclusive('refused', `POST was answered ${status}`);
    if (hasStatus(made, 5)) return inconclusive('no-answer', `POST was answered ${status}`);
    // Rules of the business are not in a schema, and 202 or 303 leave the outcome elsewhere.
    if (status === 202 || !hasStatus(made, 2)) return inconclusive('setup', `POST was answered ${status}`);
    if (isDeduplicated) return inconclusive('setup', `POST of a body like one before was answered ${status}`);
    return violated({ expected: 'POST of a valid body answers 201', actual: `POST answers ${status}` });
  },
  proof: {
    violatedBy: ['post-answers-200', 'post-with-empty-tags-answers-200'],
    silentIn: ['created-location-only', 'nullable-30', 'normalising', 'etags'],
  },
});
