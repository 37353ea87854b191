import {
  assume,
  type Collection,
  creatable,
  defineRule,
  type HttpResponse,
  hasStatus,
  held,
  readable,
  record,
  violated,
} from '#rule';
import { errorFrom, weighSignals } from './_error-signals.js';
import { buildExpectation } from './_expectation.js';

/** Every successful response during the life of an item is checked: creation, item, list, replacement, patch. */
export default defineRule({
  clause: 'ERR-02',
  level: 'MUST',
  family: 'convention',
  per: 'collection',
  title: 'A success has no error in its body',
  otherwise: 'A success has an error in its body',
  since: '0.1',
  stage: 'stable',
  touches: 'writes',
  watches: 'item',
  needs: [creatable, readable],
  cases: 2,
  given: (bodies) => record({ body: bodies.body(), replacement: bodies.replacement() }),
  when: async ({ body, replacement }, { items, http, collection }) => {
    const item = await items.create(body);
    const answers = [item.createdBy, await item.getUntil((exchange) => hasStatus(exchange, 2))];
    if (collection.list)
      for (const query of queriesOf(collection))
        answers.push(await http.send({ method: 'GET', path: collection.path + query }));
    if (collection.replace) answers.push(await item.put(item.prepare(replacement)));
    const good = answers.filter((exchange) => hasStatus(exchange, 2) && !hasStatus(exchange, 202, 207));
    assume(good.length > 0, 'setup', 'no request succeeded');
    return { item, answers: good };
  },
  then: ({ item, answers }, { collection }) => {
    for (const exchange of answers) {
      const { weight, signals } = weighSignals(
        exchange.answer as HttpResponse,
        buildExpectation(item, exchange, answers, collection),
      );
      if (weight < errorFrom) continue;
      const because = signals.filter((signal) => signal.weight > 0).map((signal) => signal.because);
      const shows = exchange === item.createdBy ? [exchange] : [item.createdBy, exchange];
      return violated({ expected: 'no error in the body of a success', actual: because.join('; '), shows });
    }
    return held;
  },
  proof: {
    violatedBy: ['get-of-a-gift-reports-an-error', 'list-carries-an-error'],
    silentIn: ['error-member', 'time-in-the-body', 'request-id-in-the-body', 'pagination-offset', 'pagination-page'],
  },
});

const queriesOf = ({ pagination }: Collection) =>
  pagination.params.size === undefined ? [''] : ['', `?${pagination.params.size}=1`];
