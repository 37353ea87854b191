import type { OperationCoverage } from '../../model/result/operation-coverage.js';
import type { Outcome } from '../../model/result/outcome.js';
import type { Operation } from '../../model/service/operation.js';
import type { TrafficExchange } from '../../model/traffic-exchange.js';
import type { createTrafficRoutes } from './traffic-routes.js';

/** Most operations that are counted, and undocumented parts that are named. */
const [maxOperations, maxNamed] = [5_000, 200];

interface Touched {
  readonly method: string;
  readonly path: string;
  readonly operation?: Operation;
  readonly isDescribed: boolean;
  readonly statuses: Set<number>;
  readonly parameters: Set<string>;
}

export function createTrafficCoverage(describe: ReturnType<typeof createTrafficRoutes>) {
  const touched = new Map<string, Touched>();
  return {
    add(exchange: TrafficExchange): void {
      const { method, path, answer } = exchange;
      const { template, operation, isDescribed } = describe(exchange);
      const key = `${method} ${template}`;
      const one = touched.get(key) ?? {
        ...{ method, path: template, isDescribed, statuses: new Set<number>(), parameters: new Set<string>() },
        ...(operation && { operation }),
      };
      if (touched.size < maxOperations) touched.set(key, one);
      if (answer !== undefined) one.statuses.add(answer.status);
      const query = path.split('?')[1];
      if (query === undefined || one.parameters.size > maxNamed) return;
      for (const name of new URLSearchParams(query).keys()) one.parameters.add(name);
    },
    /** Every described operation, and those that the traffic has besides. */
    list(described: readonly Operation[], outcomes: readonly Outcome[]): OperationCoverage[] {
      const seen = new Set([...touched.values()].map(({ operation }) => operation));
      const missed = described.filter((operation) => !seen.has(operation) && operation.method !== 'OPTIONS');
      return [
        ...[...touched.values()].map((one) => describeTouched(one, outcomes)),
        ...missed.map((operation) => ({
          ...{
            method: operation.method,
            path: operation.path,
            subject: `${operation.method} ${operation.path}`,
            rules: [],
          },
          ...{ held: 0, violated: 0, undecided: 0, why: 'no recorded request calls it' },
          ...(operation.statuses.length > 0 && { unseenStatuses: operation.statuses }),
        })),
      ];
    },
    /** What the document does not have, as far as it has anything. */
    listUndocumented(): string[] {
      return [...touched.values()]
        .flatMap(({ method, path, operation, parameters }) => {
          if (operation === undefined) return [`${method} ${path}`];
          const known = operation.parameters.filter((one) => one.in === 'query').map(({ name }) => name);
          const isKnown = (name: string) => known.some((one) => name === one || name.startsWith(`${one}[`));
          return [...parameters].filter((name) => !isKnown(name)).map((name) => `${method} ${path}: parameter ${name}`);
        })
        .slice(0, maxNamed);
    },
  };
}

function describeTouched(
  { method, path, operation, statuses, parameters }: Touched,
  outcomes: readonly Outcome[],
): OperationCoverage {
  const subject = `${method} ${path}`;
  const own = outcomes.filter(({ trial }) => trial.subject.name === subject);
  const count = (verdict: Outcome['verdict']) => own.filter((one) => one.verdict === verdict).length;
  const known = (operation?.parameters ?? []).filter((one) => one.in === 'query').map(({ name }) => name);
  const unseen = (operation?.statuses ?? []).filter((status) => !statuses.has(status));
  return {
    ...{ method, path, subject, rules: [...new Set(own.map(({ trial }) => trial.rule))] },
    statuses: [...statuses].sort((one, other) => one - other),
    ...(unseen.length > 0 && { unseenStatuses: unseen }),
    parameters: { seen: [...parameters].sort(), unseen: known.filter((name) => !parameters.has(name)) },
    ...{ held: count('held'), violated: count('violated'), undecided: count('inconclusive') },
  };
}
