import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import fc from 'fast-check';
import { audit } from '../../src/audit.js';
import { clock, pause } from '../../src/model/clock.js';
import type { JsonObject } from '../../src/model/json.js';
import type { Report } from '../../src/model/result/report.js';
import { loadProfile } from '../../src/profile/load-profile.js';
import { listenOnFreePort } from '../support/scripted-service.fixture.js';

/**
 * The result of a creation: it is made, made late, made with an answer that is lost, lost itself, never answered (stored or
 * not), or refused with a status.
 */
export type CreationOutcome =
  | 'made'
  | 'late'
  | 'answer lost'
  | 'lost'
  | 'stored without answer'
  | 'never answered'
  | number;

/** The fates of the creations in one collection: the first ones, and then these again and again. */
export interface CreationOutcomes {
  readonly first: readonly CreationOutcome[];
  readonly then: readonly CreationOutcome[];
}

/** How a service with two collections, one below the items of the other, answers creations, and how a run asks it. */
export interface CreationSchedule {
  readonly rooms: CreationOutcomes;
  readonly bookings: CreationOutcomes;
  readonly concurrency: number;
  readonly seed: number;
  readonly only: readonly string[];
}

const refusals = [400, 400, 422, 422, 409, 404, 403, 500];
const answered: fc.Arbitrary<CreationOutcome> = fc.constantFrom<CreationOutcome>('made', 'made', 'late', ...refusals);
const any: fc.Arbitrary<CreationOutcome> = fc.oneof(
  answered,
  fc.constantFrom<CreationOutcome>('answer lost', 'lost', 'stored without answer', 'never answered'),
);

/** Mostly one fate for ever: that is how services are that refuse all that is sent. */
const drawFates = (outcome: fc.Arbitrary<CreationOutcome>): fc.Arbitrary<CreationOutcomes> =>
  fc.record({
    first: fc.array(outcome, { maxLength: 12 }),
    then: fc.oneof(
      { weight: 3, arbitrary: outcome.map((one) => [one]) },
      { weight: 1, arbitrary: fc.array(outcome, { minLength: 2, maxLength: 5 }) },
    ),
  });

/** Groups of rules that wait for each other in different ways: at lists, beside others without effect, for items of their own. */
const ruleGroups = ['effects/*', 'idempotency/*', 'pagination/*', 'creation/*', 'validation/*', 'safety/*', 'links/*'];

const drawSchedules = (outcome: fc.Arbitrary<CreationOutcome>): fc.Arbitrary<CreationSchedule> =>
  fc.record({
    rooms: drawFates(outcome),
    bookings: drawFates(outcome),
    concurrency: fc.constantFrom(1, 2, 4, 16),
    seed: fc.nat(1_000),
    only: fc.subarray(ruleGroups, { minLength: 2, maxLength: 4 }),
  });

/** Schedules of all kinds, and those in which each creation is answered. */
export const schedules = drawSchedules(any);
export const answeredSchedules = drawSchedules(answered);

const lateMs = 40;
const timeoutMs = 120;

/** Audits a service that answers creations by a schedule. Resolves to the report. */
export async function auditBySchedule(schedule: CreationSchedule): Promise<Report> {
  const server = createServer(createService(schedule));
  const baseUrl = await listenOnFreePort(server);
  try {
    const profile = await loadProfile({
      ...{ baseUrl, cwd: '/', env: {}, cases: 3, only: [...schedule.only] },
      concurrency: schedule.concurrency,
    });
    return await audit({ ...profile, limits: { ...profile.limits, timeoutMs } }, { seed: schedule.seed });
  } finally {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
}

function createService({ rooms, bookings }: CreationSchedule) {
  const lists = new Map<string, Map<string, JsonObject>>([['/rooms', new Map()]]);
  const next = { rooms: createFates(rooms), bookings: createFates(bookings) };
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    response.setHeader('date', new Date(clock.epochMs()).toUTCString());
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk);
    } catch {
      return;
    }
    const { method = '', url = '' } = request;
    const path = url.split('?')[0] ?? '';
    const send = (status: number, json?: unknown) =>
      void response
        .writeHead(status, { 'content-type': status < 400 ? 'application/json' : 'application/problem+json' })
        .end(json === undefined ? undefined : JSON.stringify(json));
    const refuse = (status: number) =>
      send(status, { title: `status ${status}`, status, detail: 'the creation is refused' });
    if (path === '/openapi.json') return send(200, description);
    const list = lists.get(path);
    const text = Buffer.concat(chunks).toString();
    if (list && method === 'GET') return send(200, { items: [...list.values()] });
    if (list && method === 'POST') {
      const create = () => {
        const made = { ...JSON.parse(text), id: randomUUID() };
        list.set(made.id, made);
        if (path === '/rooms') lists.set(`/rooms/${made.id}/bookings`, new Map());
        return made;
      };
      if (!isValid(text)) return refuse(422);
      const outcome = (path === '/rooms' ? next.rooms : next.bookings)();
      if (typeof outcome === 'number') return refuse(outcome);
      if (outcome === 'lost') return void request.socket.destroy();
      if (outcome === 'never answered') return;
      const made = create();
      if (outcome === 'answer lost') return void request.socket.destroy();
      if (outcome === 'stored without answer') return;
      if (outcome === 'late') await pause(lateMs);
      response.setHeader('location', `${path}/${made.id}`);
      return send(201, made);
    }
    const [, above = '', id = ''] = /^(.*)\/([^/]+)$/.exec(path) ?? [];
    const items = lists.get(above);
    const item = items?.get(id);
    if (!items || !item) return refuse(404);
    if (method === 'GET') return send(200, item);
    if (method === 'DELETE') {
      items.delete(id);
      return send(204);
    }
    if (method !== 'PUT') return refuse(405);
    if (!isValid(text)) return refuse(422);
    items.set(id, { ...JSON.parse(text), id });
    return send(200, items.get(id));
  };
}

const createFates = ({ first, then }: CreationOutcomes) => {
  let count = 0;
  return (): CreationOutcome => {
    const outcome = first[count] ?? then[(count - first.length) % then.length] ?? 'made';
    count += 1;
    return outcome;
  };
};

function isValid(text: string): boolean {
  try {
    const { name, size } = JSON.parse(text);
    return (
      typeof name === 'string' &&
      name.length > 0 &&
      name.length <= 60 &&
      Number.isInteger(size) &&
      size >= 0 &&
      size <= 99
    );
  } catch {
    return false;
  }
}

const schema = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 60 },
    size: { type: 'integer', minimum: 0, maximum: 99 },
  },
  required: ['name', 'size'],
};
const content = { 'application/json': { schema } };
const listContent = {
  'application/json': { schema: { type: 'object', properties: { items: { type: 'array', items: schema } } } },
};
const write = { requestBody: { required: true, content } };
const parameter = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string', format: 'uuid' } });
const place = (...names: string[]) => ({ parameters: names.map(parameter) });
const listOperations = {
  get: { responses: { 200: { description: 'OK', content: listContent } } },
  post: { ...write, responses: { 201: { description: 'Created', content } } },
};
const itemOperations = {
  get: { responses: { 200: { description: 'OK', content } } },
  put: { ...write, responses: { 200: { description: 'OK', content } } },
  delete: { responses: { 204: { description: 'Deleted' } } },
};
const description = {
  openapi: '3.1.0',
  info: { title: 'Rooms', version: '1' },
  paths: {
    '/rooms': listOperations,
    '/rooms/{room}': { ...place('room'), ...itemOperations },
    '/rooms/{room}/bookings': { ...place('room'), ...listOperations },
    '/rooms/{room}/bookings/{booking}': { ...place('room', 'booking'), ...itemOperations },
  },
};
