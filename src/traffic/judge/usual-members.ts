import { isObject } from '../../model/json.js';
import type { TrafficExchange } from '../../model/traffic-exchange.js';

/** Least number of responses from which something is usual, and most operations and members that are counted. */
const [minResponses, maxOperations, maxMembers] = [3, 2_000, 200];

export function countUsualMembers() {
  const known = new Map<string, { responses: number; readonly counts: Map<string, number> }>();
  return {
    add(operation: string, { answer }: TrafficExchange): void {
      if (answer === undefined || answer.status < 200 || answer.status > 299 || !isObject(answer.json)) return;
      const one = known.get(operation) ?? { responses: 0, counts: new Map<string, number>() };
      if (known.size < maxOperations) known.set(operation, one);
      one.responses += 1;
      for (const name of Object.keys(answer.json).slice(0, maxMembers))
        if (one.counts.size < maxMembers || one.counts.has(name)) one.counts.set(name, (one.counts.get(name) ?? 0) + 1);
    },
    list(operation: string): string[] {
      const { responses = 0, counts = new Map<string, number>() } = known.get(operation) ?? {};
      return responses < minResponses ? [] : [...counts].flatMap(([name, n]) => (n * 2 > responses ? [name] : []));
    },
  };
}
