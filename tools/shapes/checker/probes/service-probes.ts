import { parse } from 'yaml';
import { readPointer } from '../../facts/json-pointer.js';
import type { CheckedService } from '../service.js';
import { Subject } from '../subject.js';
import type { ServiceProbe } from './probe.js';

/** The root is as the design says, and links to all lists without parents. */
const root: ServiceProbe = {
  name: 'root',
  applies: () => true,
  async run({ client, facts }, expect) {
    const { root: kind, document } = facts.design.service;
    const answer = await client.send({ path: '/', caller: null });
    const status = kind === 'forbidden' ? 403 : kind === 'missing' ? 404 : 200;
    expect(answer.status === status, `the root answers ${answer.status}`);
    if (document === 'linked')
      expect(
        answer.headers.link?.includes(facts.documentPath ?? '?') ?? false,
        'the root does not link to the document',
      );
    if (status !== 200) return;
    const type = { text: 'text/plain', html: 'text/html' }[kind as string] ?? 'application/json';
    expect(answer.headers['content-type']?.startsWith(type) ?? false, `the root is ${answer.headers['content-type']}`);
    const lists = facts.collections.filter(({ parent }) => parent === undefined);
    for (const { listPath } of lists) expect(answer.text.includes(listPath), `the root does not name ${listPath}`);
  },
};

/** The document is where the design says, and describes all collections. */
const document: ServiceProbe = {
  name: 'document',
  applies: () => true,
  async run({ client, facts }, expect) {
    const { document: kind, documentFormat, documentBase } = facts.design.service;
    if (facts.documentPath === undefined) {
      for (const path of ['/openapi.json', '/swagger.json', '/openapi.yaml', '/v3/api-docs']) {
        const { status } = await client.send({ path, caller: null });
        expect(status >= 400, `${path} answers ${status}`);
      }
      return;
    }
    const answer = await client.send({ path: facts.documentPath, caller: null });
    expect(answer.status === 200, `the document answers ${answer.status}`);
    if (kind === 'too-large') {
      expect(answer.bytes.length > 30_000_000, `the document has ${answer.bytes.length} bytes`);
      return;
    }
    const whole = readDocument(answer.text, documentFormat);
    if (kind === 'broken') {
      expect(whole === undefined, 'the document can be read');
      return;
    }
    for (const { listPath, itemPath, create, changes, index } of facts.collections) {
      const start = documentBase === 'none' ? 0 : facts.prefix.length;
      const methods = [
        [listPath, 'get'],
        [create?.path, create?.method],
        [itemPath, 'get'],
        ...changes.map(({ method }) => [itemPath, method]),
      ];
      for (const [path, method] of methods) {
        if (path === undefined || method === undefined) continue;
        const operations = await readOperations(client, facts.documentPath, whole, path.slice(start), documentFormat);
        expect(
          operations?.[method.toLowerCase()] !== undefined,
          `collection ${index}: ${method} ${path} is not documented`,
        );
      }
    }
  },
};

function readDocument(text: string, format: string): unknown {
  try {
    return format === 'json' ? JSON.parse(text) : parse(text);
  } catch {
    return undefined;
  }
}

/** The operations of a path, from another file if the document refers to one. */
async function readOperations(
  client: CheckedService['client'],
  documentPath: string,
  whole: unknown,
  path: string,
  format: string,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const operations = readPointer(whole, `/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}`) as
    | Record<string, unknown>
    | undefined;
  if (typeof operations?.$ref !== 'string') return operations;
  const { pathname } = new URL(operations.$ref, `${client.url}${documentPath}`);
  const answer = await client.send({ path: pathname, caller: null });
  return readDocument(answer.text, format) as Record<string, unknown> | undefined;
}

/** Unknown paths are missing, and errors have the form of the design. */
const errors: ServiceProbe = {
  name: 'errors',
  applies: () => true,
  async run({ client, facts }, expect) {
    const { errorShape, errorVariety, slash } = facts.design.service;
    const answer = await client.send({ path: `${facts.prefix}/no-such-path${facts.slash}` });
    expect(answer.status === 404, `an unknown path answers ${answer.status}`);
    const shape = errorVariety === 'several' ? (errorShape === 'text' ? 'message' : 'text') : errorShape;
    const member = { problem: 'title', object: 'error', text: 'error', message: 'message', array: 'errors' }[
      shape as string
    ];
    const isRight =
      shape === 'html'
        ? answer.text.startsWith('<!doctype')
        : shape === 'empty'
          ? answer.text === ''
          : hasMember(answer.json, member);
    expect(isRight, `an error is ${answer.text.slice(0, 60)}, not ${shape}`);
    if (slash === 'without') return;
    const [first] = facts.collections.filter(({ parent }) => parent === undefined);
    const bare = await client.send({ path: first?.listPath.slice(0, -1) ?? '' });
    expect(bare.status === (slash === 'redirected' ? 308 : 404), `a list without its slash answers ${bare.status}`);
  },
};

const hasMember = (json: unknown, member: string | undefined) =>
  typeof json === 'object' && json !== null && member !== undefined && member in json;

/** Requests need the credentials that the design says. */
const access: ServiceProbe = {
  name: 'access',
  applies: ({ callers }) => callers.length > 0,
  async run(service, expect) {
    const { client, facts } = service;
    const [first] = facts.collections.filter(({ parent }) => parent === undefined);
    if (!first) return;
    const query = first.requiredQuery ? `?${first.requiredQuery.name}=${first.requiredQuery.value}` : '';
    const path = first.listPath + query;
    const { reading } = facts.design.service;
    const open = await client.send({ path, caller: null });
    expect(open.status === (reading === 'open' ? 200 : 401), `a list without credentials answers ${open.status}`);
    const headers = { authorization: 'Bearer wrong', 'x-api-key': 'wrong', cookie: 'session=wrong' };
    const wrong = await client.send({ path, caller: null, headers });
    expect(wrong.status === 401, `wrong credentials answer ${wrong.status}`);
    expect(wrong.headers['www-authenticate'] !== undefined, '401 has no WWW-Authenticate');
    expect((await client.send({ path })).status === 200, 'the right credentials are refused');
    const subject = new Subject(service, first, []);
    const content = subject.isCreatable ? subject.newContent() : undefined;
    if (!content) return;
    const before = service.truth.created.length;
    const sent = await subject.create(content, { caller: null });
    expect(sent.status === 401, `a creation without credentials answers ${sent.status}`);
    expect(service.truth.created.length === before, 'a creation without credentials creates an item');
  },
};

/** The rate limit refuses requests over it, and says when to go on. */
const rateLimit: ServiceProbe = {
  name: 'rate-limit',
  applies: ({ design }) => design.service.rateLimit !== 'none',
  async run({ client, facts, clock }, expect) {
    const [first] = facts.collections.filter(({ parent }) => parent === undefined);
    const query = first?.requiredQuery ? `?${first.requiredQuery.name}=${first.requiredQuery.value}` : '';
    const send = () => client.send({ path: `${first?.listPath}${query}`, isSentOnce: true });
    let answer = await send();
    for (let count = 0; count < 260 && answer.status !== 429; count++) answer = await send();
    expect(answer.status === 429, `the rate limit answers ${answer.status}`);
    const seconds = Number(answer.headers['retry-after']);
    expect(
      Number.isInteger(seconds) && seconds > 0 && seconds <= 10,
      `Retry-After is ${answer.headers['retry-after']}`,
    );
    const isAnnounced = answer.headers['x-ratelimit-limit'] === '120';
    expect(
      isAnnounced === (facts.design.service.rateLimit === 'announced'),
      'the rate limit is announced in another way',
    );
    clock.pause(10_000);
    expect((await send()).status !== 429, 'the rate limit still refuses after its time');
  },
};

/** The gateway fails at random, or bans clients with many errors. */
const gateway: ServiceProbe = {
  name: 'gateway',
  applies: ({ design }) => design.service.gateway !== 'none',
  async run({ client, facts, clock }, expect) {
    const send = () => client.send({ path: `${facts.prefix}/no-such-path`, isSentOnce: true });
    const statuses = new Set<number>();
    const isBanning = facts.design.service.gateway === 'bans';
    for (let count = 0; count < (isBanning ? 20 : 300) && !statuses.has(502) && !statuses.has(503); count++)
      statuses.add((await send()).status);
    if (!isBanning) {
      expect(statuses.has(502) || statuses.has(503), 'the gateway never fails');
      return;
    }
    for (let count = 0; count < 70; count++) statuses.add((await client.transmit({ path: '/no-such-path' })).status);
    expect(statuses.has(403), 'the gateway does not ban');
    clock.pause(60_000);
    expect((await send()).status === 404, 'the gateway still bans after a while');
  },
};

/** Other clients write all the while. */
const visitors: ServiceProbe = {
  name: 'visitors',
  applies: ({ design }) => design.service.otherClients === 'writing',
  async run(service, expect) {
    const { client, facts } = service;
    const count = () => service.truth.visitors.length;
    for (let time = 0; time < 60 && count() === 0; time++) await client.send({ path: `${facts.prefix}/no-such-path` });
    const canWrite = facts.collections.some(
      ({ parent, members }) => !parent && members.every((one) => one.refersTo === undefined),
    );
    expect(count() > 0 || !canWrite, 'no other client writes');
  },
};

/** The resources beside the collections are as the design says. */
const extras: ServiceProbe = {
  name: 'extras',
  applies: ({ design }) => design.extras.length > 0,
  async run({ client, facts }, expect) {
    const { extras: all, service } = facts.design;
    const read = (path: string) => client.send({ path: facts.prefix + path });
    const end = facts.slash;
    const has = (extra: (typeof all)[number]) => all.includes(extra);
    if (has('single')) expect(hasMember((await read(`/about${end}`)).json, 'build'), 'about has no build');
    if (has('view')) expect(hasMember((await read(`/statistics${end}`)).json, 'counts'), 'statistics have no counts');
    if (has('text'))
      expect(
        (await read(`/terms${end}`)).headers['content-type']?.startsWith('text/plain') ?? false,
        'terms are no text',
      );
    if (has('binary'))
      expect((await read('/logo.png')).headers['content-type'] === 'image/png', 'the logo is no image');
    if (has('search')) {
      expect((await read(`/search${end}`)).status === 400, 'a search needs no query');
      expect(hasMember((await read(`/search${end}?q=a`)).json, 'hits'), 'a search has no hits');
    }
    if (!has('writable-single')) return;
    const headers = { 'content-type': 'application/json' };
    const path = `${facts.prefix}/settings${end}`;
    const changed = await client.send({ method: 'PUT', path, headers, body: '{"language":"nb","rows":7}' });
    expect(
      changed.status === 200 && (await read(`/settings${end}`)).text.includes('"nb"'),
      'settings are not replaced',
    );
    const refused = await client.send({ method: 'PUT', path, headers, body: '{"language":7}' });
    expect(refused.status === Number(service.invalidStatus), `settings that are not valid answer ${refused.status}`);
  },
};

export const serviceProbes: readonly ServiceProbe[] = [
  root,
  document,
  errors,
  access,
  rateLimit,
  visitors,
  extras,
  gateway,
];
