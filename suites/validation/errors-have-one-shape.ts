import {
  assume,
  compare,
  defineMonitor,
  defineRule,
  type Exchange,
  held,
  http,
  type Json,
  needs,
  type TrafficExchange,
  values,
  violated,
} from '#rule';
import { provokeErrors } from './_shared/content.js';
import { describeShape, type ErrorShape, haveNothingInCommon, readShape } from './_shared/error-shapes.js';

/** Only responses of known operations are compared: responses to unknown paths may come from a gateway. */
export default defineRule({
  clause: 'ERR-16',
  per: 'service',
  title: 'Errors have one shape throughout the service',
  otherwise: 'Errors have shapes with nothing in common',
  touches: 'writes',
  needs: [needs.creatable, needs.constrainedBodies],
  cases: 1,
  given: (bodies) => values.record({ invalid: bodies.nearMiss(), body: bodies.body() }),
  when: async ({ invalid, body }, tools) => {
    const [first, ...others] = tools.subject.service().collections;
    const errors: Exchange[] = first ? await provokeErrors(tools, first, [invalid.body]) : [];
    for (const other of others.slice(0, 4)) errors.push(...(await provokeErrors(tools, other)));
    // A layer in front of the service may create these itself.
    const own = errors.filter((exchange) => !http.hasStatus(exchange, 401, 403, 405, 413));
    const told = own.flatMap((exchange) => {
      const shape = readShape(exchange, namesIn(body));
      return shape ? [{ exchange, shape }] : [];
    });
    assume(told.length > 1, 'no-usable-case', 'fewer than two errors have content');
    return { told };
  },
  then: ({ told }) => {
    for (const one of told) {
      const other = told.find(({ shape }) => haveNothingInCommon(one.shape, shape));
      if (other) return strangers(one, other);
    }
    return held;
  },
  monitor: defineMonitor({
    expected: 'errors of one shape',
    state: () => ({ told: [] as (Told & { readonly exchange: TrafficExchange })[], isFlawed: false }),
    on: (exchange, _, state) => {
      const isOwn = http.hasStatus(exchange, 4) && !http.hasStatus(exchange, 401, 403, 405, 413, 415, 429);
      const shape =
        isOwn && exchange.hasText ? readShape(exchange, namesIn(http.readContent(exchange) ?? null)) : undefined;
      if (shape?.kind !== 'object') return undefined;
      const other = state.told.find((one) => haveNothingInCommon(one.shape, shape));
      if (state.told.length < mostShapes) state.told.push({ exchange, shape });
      if (other === undefined || state.isFlawed) return 'kept';
      state.isFlawed = true;
      return { flaw: `${describeShape(other.shape)}, and ${describeShape(shape)}`, shows: [other.exchange, exchange] };
    },
  }),
  silentIn: ['errors-google', 'errors-jsonapi', 'errors-github', 'errors-detail', 'errors-text', 'access-bearer'],
});

const namesIn = (body: Json): string[] => (compare.isObject(body) ? Object.keys(body) : []);

type Told = { readonly exchange: Exchange; readonly shape: ErrorShape };

const strangers = (one: Told, other: Told) =>
  violated({
    expected: `as in other errors, ${describeShape(one.shape)}`,
    actual: describeShape(other.shape),
    shows: [one.exchange, other.exchange],
  });

/** Recorded errors that are compared with later ones. */
const mostShapes = 20;
