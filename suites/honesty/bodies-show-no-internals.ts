import { answered, assume, held, heldNoting, readable, record, rule } from '#rule';
import { tracesIn } from './_traces.js';

/** What is found is for a reviewer to decide: a revision may well be part of the contract. */
export default rule({
  clause: 'RES-04',
  level: 'MAY',
  family: 'convention',
  per: 'collection',
  title: 'Bodies are looked through for traces of the inside',
  otherwise: 'Bodies show traces of the inside of the service',
  since: '0.1',
  stage: 'stable',
  touches: 'reads',
  watches: 'item',
  needs: [readable],
  cases: 2,
  given: (bodies) => record({ body: bodies.body() }),
  when: async ({ body }, { items, http, collection }) => {
    const item = await items.any(body);
    const answers = [item.made, await item.getUntil((exchange) => answered(exchange, 200))];
    if (collection.list) answers.push(await http.send({ method: 'GET', path: items.firstPage(null) }));
    const good = answers.filter((exchange) => answered(exchange, 2));
    assume(good.length > 0, 'setup', 'nothing was answered with success');
    return { good };
  },
  then: ({ good }) => {
    const traces = good.flatMap(({ method, path, answer }) =>
      tracesIn(answer?.json).map((pointer) => `${pointer} in ${method} ${path.split('?')[0]}`),
    );
    return traces.length === 0 ? held : heldNoting(`names of the inside: ${traces.slice(0, 3).join('; ')}`);
  },
  proof: { violatedBy: [], silentIn: ['version-counter', 'clock-in-the-body', 'error-member'] },
});
