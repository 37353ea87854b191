import { assume, type Collection, defineRule, type Exchange, held, http, needs, values, violated } from '#rule';
import { errorFrom, weighSignals } from './_shared/error-signals.js';
import { buildExpectation } from './_shared/error-words.js';

type HttpResponse = NonNullable<Exchange['answer']>;

/** Every successful response during the life of an item is checked: creation, item, list, replacement, patch. */
export default defineRule({
  clause: 'ERR-02',
  title: 'A success has no error in its body',
  otherwise: 'A success has an error in its body',
  touches: 'writes',
  reusedItems: 1,
  needs: [needs.creatable, needs.readable],
  cases: 2,
  given: (bodies) => values.record({ body: bodies.body(), replacement: bodies.replacement() }),
  when: async ({ body, replacement }, { items, client, collection }) => {
    const item = await items.create(body);
    const answers = [item.createdBy, await item.getUntil((exchange) => http.hasStatus(exchange, 2))];
    if (collection.list)
      for (const query of queriesOf(collection))
        answers.push(await client.send({ method: 'GET', path: collection.path + query }));
    if (collection.replace) answers.push(await item.put(item.prepare(replacement)));
    const good = answers.filter((exchange) => http.hasStatus(exchange, 2) && !http.hasStatus(exchange, 202, 207));
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
  silentIn: ['error-member', 'time-in-the-body', 'request-id-in-the-body', 'pagination-offset', 'pagination-page'],
});

const queriesOf = ({ pagination }: Collection) =>
  pagination.params.size === undefined ? [''] : ['', `?${pagination.params.size}=1`];
