import type { Client } from '../../http/exchange.js';
import { getHeader, type HttpResponse } from '../../model/exchange.js';
import type { Json } from '../../model/json.js';
import type { ResourceSubject } from '../../model/service/subject.js';
import type { SurveyedOperation } from '../../model/service/surveyed-operation.js';
import { listPageEntries, readObservedPage } from '../observed/observed-page.js';
import type { ValueCollector } from './produced-values.js';

/** The first read of an address. */
export interface ProbedResource {
  readonly path: string;
  readonly answer: HttpResponse;
}

/** Reads an address once, where GET can be called with known values. */
export async function fetchResource({ operations, values, collection }: ResourceSubject, client: Client) {
  const read = operations.find(({ operation }) => operation.method === 'GET');
  const isOpen = values.every(({ source, value }) => source !== 'invented' && value !== undefined);
  if (!read || read.spared !== undefined || !isOpen) return undefined;
  const query = new URLSearchParams(
    values.flatMap(({ in: place, name, value }) =>
      place === 'query' ? [[name, value ?? ''] as [string, string]] : [],
    ),
  ).toString();
  const path = collection.path + (query === '' ? '' : `?${query}`);
  const { answer } = await client.send({ method: 'GET', path, role: 'survey' });
  return answer && { path, answer };
}

/** Keeps what the first read of an address shows. */
export function recordProbe(resource: ResourceSubject, probed: ProbedResource | undefined, produced: ValueCollector) {
  if (probed === undefined) return resource;
  const { path, answer } = probed;
  if (answer.status === 200) {
    const page = readObservedPage(answer, path);
    const list = resource.collection.path;
    if (page) produced.recordEntries(list, listPageEntries(answer, page), undefined);
    else if (Array.isArray(answer.json)) produced.recordEntries(list, answer.json as Json[], undefined);
    produced.recordMembers(answer.json, `GET ${path}`);
  }
  const seen = { status: answer.status, isTagged: getHeader(answer, 'etag') !== undefined };
  const isRead = ({ operation }: SurveyedOperation) => operation.method === 'GET';
  const read = resource.operations.find(isRead);
  return { ...resource, operations: resource.operations.map((one) => (one === read ? { ...one, ...seen } : one)) };
}
