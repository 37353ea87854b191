import { normalizeTemplate, type Operation } from '../../model/service/operation.js';
import type { ResourceSubject } from '../../model/service/subject.js';
import type { Survey } from '../../model/service/survey.js';
import type { TrafficExchange } from '../../model/traffic-exchange.js';
import { readTemplate } from '../../openapi/recording/build-document.js';
import { createRouteTable } from '../../run/passive/route-table.js';

/** Most paths whose templates are remembered. */
const maxKnown = 10_000;

/** Finds the path template of an exchange and its described operation: that of the document, otherwise one of the look of the path. */
export function createTrafficRoutes(
  { collections, resources }: Pick<Survey, 'collections' | 'resources'>,
  baseUrl: string,
) {
  const findRoute = createRouteTable(collections, baseUrl, sortByParameters(resources));
  const operations = new Map<string, Operation>();
  for (const { operation } of resources.flatMap((resource) => resource.operations))
    operations.set(`${operation.method} ${normalizeTemplate(operation.path)}`, operation);
  const known = new Map<string, { readonly template: string; readonly isDescribed: boolean }>();
  const find = (plain: string) => {
    const seen = known.get(plain);
    if (seen !== undefined) return seen;
    const route = findRoute(plain);
    const isDescribed = route.kind !== 'other' || resources.some(({ name }) => name === route.template);
    const found = { template: isDescribed ? route.template : readTemplate(plain).template, isDescribed };
    if (known.size >= maxKnown) known.clear();
    known.set(plain, found);
    return found;
  };
  return ({ method, path }: Pick<TrafficExchange, 'method' | 'path'>) => {
    const { template, isDescribed } = find(path.split('?', 1)[0] ?? path);
    const operation = operations.get(`${method} ${normalizeTemplate(template)}`);
    return { template, isDescribed, ...(operation && { operation }) };
  };
}

const sortByParameters = (resources: readonly ResourceSubject[]): string[] => {
  const countHoles = (template: string) => template.split('{').length;
  return resources.map(({ name }) => name).sort((one, other) => countHoles(one) - countHoles(other));
};
