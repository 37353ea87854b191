import { isObject, type Json, type JsonObject } from '../../src/model/json.js';
import { type ScriptedService, serveListener } from '../support/scripted-service.fixture.js';

/** How a job says that it is done, and where its report is. */
export type JobForm = 'redirect' | 'link' | 'member';

/** A service that accepts reports, and creates them later. */
export interface ReportService extends ScriptedService {
  readonly reports: ReadonlyMap<string, JsonObject>;
  /** Jobs that are not done. */
  countOpenJobs(): number;
}

/** Reads of a job until it is done. */
const readsUntilDone = 2;

const text = { type: 'string', minLength: 1, maxLength: 60 };
const report = {
  type: 'object',
  required: ['title'],
  properties: {
    id: { type: 'string', readOnly: true },
    title: text,
    pages: { type: 'integer', minimum: 1, maximum: 99 },
  },
};
const content = (schema: Json) => ({ content: { 'application/json': { schema } } });
const reply = (schema: Json) => ({ responses: { 200: { description: 'Shown.', ...content(schema) } } });
const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
const document = {
  openapi: '3.1.0',
  info: { title: 'Reports', version: '1' },
  paths: {
    '/reports': {
      get: reply({ type: 'array', items: report }),
      post: { requestBody: content(report), responses: { 202: { description: 'Accepted; Location is a job.' } } },
    },
    '/reports/{id}': { parameters, get: reply(report), delete: { responses: { 204: { description: 'Removed.' } } } },
    '/jobs/{id}': { parameters, get: reply({ type: 'object' }) },
  },
};

/** Serves reports: POST returns 202 with the Location of a job, which creates the report while it is read. */
export async function serveReports(form: JobForm): Promise<ReportService> {
  const reports = new Map<string, JsonObject>();
  const jobs = new Map<string, { readonly stored: JsonObject; reads: number }>();
  const served = await serveListener(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const send = (status: number, body?: Json, headers: Record<string, string> = {}) =>
      response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(body === undefined || request.method === 'HEAD' ? undefined : JSON.stringify(body));
    const [, root = '', id = '', ...rest] = decode(request.url ?? '').split('/');
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    if (rest.length > 0) return send(404);
    if (root === 'openapi.json') return send(200, document);
    if (root === 'jobs' && method === 'GET') return answerJob(jobs.get(id), form, reports, send);
    if (root !== 'reports') return send(404);
    if (method === 'GET' && id === '') return send(200, [...reports.values()]);
    if (method === 'GET') return reports.has(id) ? send(200, reports.get(id)) : send(404);
    if (method === 'DELETE' && id !== '') return reports.delete(id) ? send(204) : send(404);
    if (method !== 'POST' || id !== '')
      return send(405, undefined, { allow: id === '' ? 'GET, HEAD, POST' : 'GET, HEAD, DELETE' });
    if (!/^application\/json\b/.test(request.headers['content-type'] ?? '')) return send(415);
    const body = parse(Buffer.concat(parts).toString());
    if (body === undefined) return send(400);
    if (!isReport(body)) return send(422);
    const number = String(jobs.size + 1);
    jobs.set(number, { stored: { id: `r${number}`, title: body.title ?? null, pages: body.pages ?? 1 }, reads: 0 });
    return send(202, { status: 'pending' }, { location: `/jobs/${number}` });
  });
  const countOpenJobs = () => [...jobs.values()].filter(({ reads }) => reads < readsUntilDone).length;
  return { ...served, reports, countOpenJobs };
}

function answerJob(
  job: { readonly stored: JsonObject; reads: number } | undefined,
  form: JobForm,
  reports: Map<string, JsonObject>,
  send: (status: number, body?: Json, headers?: Record<string, string>) => unknown,
): unknown {
  if (!job) return send(404);
  const id = String(job.stored.id);
  job.reads += 1;
  if (job.reads < readsUntilDone) return send(200, { status: 'pending' });
  if (job.reads === readsUntilDone) reports.set(id, job.stored);
  const path = `/reports/${id}`;
  if (form === 'redirect') return send(303, undefined, { location: path });
  return send(200, { status: 'done', ...(form === 'link' ? { links: { result: path } } : { resourceId: id }) });
}

const isReport = (body: Json): body is JsonObject =>
  isObject(body) &&
  typeof body.title === 'string' &&
  [...body.title].length >= 1 &&
  [...body.title].length <= 60 &&
  (body.pages === undefined || (Number.isInteger(body.pages) && Number(body.pages) >= 1 && Number(body.pages) <= 99));

function decode(url: string): string {
  try {
    return decodeURIComponent(url.split('?')[0] ?? '');
  } catch {
    return '//';
  }
}

function parse(body: string): Json | undefined {
  try {
    return JSON.parse(body) as Json;
  } catch {
    return undefined;
  }
}
