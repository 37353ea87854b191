import { isObject } from '../../model/json.js';
import type { ObservedExchange } from '../../model/observed-exchange.js';
import type { FindRoute } from './route-table.js';

/** Least number of responses from which something is usual. */
const minResponses = 3;
/** Maximum number of operations, and of members of one. */
const maxOperations = 2_000;
const maxMembers = 200;

/** Counts the members of successful responses, by operation. */
export function createUsualMembers() {
  const operations = new Map<string, { responses: number; readonly members: Map<string, number> }>();
  const buildKey = ({ method, path }: Pick<ObservedExchange, 'method' | 'path'>, findRoute: FindRoute) =>
    `${method} ${findRoute(path).template}`;
  return {
    record(exchange: ObservedExchange, findRoute: FindRoute): void {
      const { answer } = exchange;
      const { json } = answer ?? {};
      if (answer === undefined || answer.status > 299 || !isObject(json)) return;
      const key = buildKey(exchange, findRoute);
      const known = operations.get(key) ?? { responses: 0, members: new Map<string, number>() };
      if (operations.size < maxOperations) operations.set(key, known);
      known.responses += 1;
      for (const name of Object.keys(json).slice(0, maxMembers))
        if (known.members.size < maxMembers || known.members.has(name))
          known.members.set(name, (known.members.get(name) ?? 0) + 1);
    },
    /** Empty where fewer than three responses are known. */
    list(exchange: Pick<ObservedExchange, 'method' | 'path'>, findRoute: FindRoute): readonly string[] {
      const { responses = 0, members = new Map<string, number>() } =
        operations.get(buildKey(exchange, findRoute)) ?? {};
      return responses < minResponses ? [] : [...members].flatMap(([name, n]) => (n * 2 > responses ? [name] : []));
    },
  };
}
