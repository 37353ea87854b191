import { Subject } from '../subject.js';
import { hasMember } from './entry.js';
import type { ServiceProbe } from './probe.js';

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

export const trafficProbes: readonly ServiceProbe[] = [access, rateLimit, visitors, extras, gateway];
