import { assume, defineRule, type Exchange, held, http, inconclusive, type Tools, values, violated } from '#rule';
import { baselineGiven, chooseInTurn, listPairs } from './_shared/baseline.js';
import { isItemThere, isMissing, type RequestedOperation, requestAll } from './_shared/operations.js';

/** Each operation that succeeded in the baseline is requested again, on an item that was created for it. */
export default defineRule({
  clause: 'VER-01',
  per: 'service',
  title: 'Resources and their methods are kept',
  otherwise: 'A resource or a method was removed',
  touches: 'deletes',
  needs: [baselineGiven],
  cases: 2,
  given: (bodies) => values.record({ body: bodies.body(), turn: values.oneOf(0, 1, 2, 3, 4, 5, 6, 7) }),
  when: async ({ body, turn }, tools) => {
    const before = chooseInTurn(
      tools.subject.service().baseline?.collections ?? [],
      turn,
      'the baseline has no operations',
    );
    const pair = listPairs(tools.subject.service(), body).find(({ then }) => then === before);
    if (!pair) return { asked: await askForList(tools, before), isThere: true };
    const { exchange, item } = await tools.related.getItems(pair.now).post(pair.body);
    const creation = { operation: `POST ${before.path}`, exchange };
    const isKnown = before.operations.includes(creation.operation);
    if (!item || http.isPending(exchange)) return { asked: isKnown ? [creation] : [], isThere: true };
    await item.getUntil((look) => http.hasStatus(look, 200));
    const asked = await requestAll(tools, pair, item);
    return { asked, isThere: isItemThere(asked, item) };
  },
  then: ({ asked, isThere }, { dialect }) => {
    const gone = asked.find(({ operation, exchange }) => {
      const isJudged = isThere || !operation.includes('{');
      return isJudged && isMissing(exchange, dialect.conflict);
    });
    if (gone) {
      const { operation, exchange } = gone;
      const actual = `${exchange.method} returned ${exchange.answer?.status}`;
      return violated({ expected: `${operation} exists, as before`, actual, shows: [exchange] });
    }
    if (asked.length === 0 || !isThere)
      return inconclusive('setup', 'the operations of the baseline could not be requested');
    const refused = asked.find(({ exchange }) => http.hasStatus(exchange, 401, 403));
    return refused ? inconclusive('refused', `${refused.operation} was refused`) : held;
  },
  silentIn: ['two-versions', 'conflict-422', 'soft-delete-410', 'put-204', 'etags'],
});

/** For a collection that is no longer known, or in which nothing can be created, only the list is requested. */
async function askForList({ client }: Tools, { path, operations }: { path: string; operations: readonly string[] }) {
  const isListed = operations.includes(`GET ${path}`) && !path.includes('{');
  assume(isListed, 'no-usable-case', `${path} was not a list in the baseline, or is below another resource`);
  const exchange: Exchange = await client.send({ method: 'GET', path });
  return [{ operation: `GET ${path}`, exchange } satisfies RequestedOperation];
}
