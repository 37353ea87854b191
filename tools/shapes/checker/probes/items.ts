import { makeId } from '../../facts/ids.js';
import { readPointer } from '../../facts/json-pointer.js';
import type { Answer } from '../client.js';
import { listExpected } from '../expected-list.js';
import type { Subject } from '../subject.js';
import type { CollectionProbe } from './probe.js';

const hasItems: CollectionProbe['applies'] = ({ itemPath }) => itemPath !== undefined;

/** Each item is read at its address. */
const item: CollectionProbe = {
  name: 'item',
  applies: hasItems,
  async run(subject) {
    const own = await subject.provideItem();
    const some = [...listExpected(subject).slice(0, 3), ...(own ? [own] : [])];
    for (const one of some) {
      const answer = await subject.read(one.id);
      subject.expect(answer.status === 200, `item ${one.id} answers ${answer.status}`);
      const wrong = subject.compare(subject.readItem(answer), one, subject.facts.id.item);
      subject.expect(wrong === undefined, `item ${one.id}: ${wrong}`);
      checkDates(subject, subject.readItem(answer));
      subject.expect(readPointer(answer.json, '/success') === undefined, 'an item has a flag of success');
      const isCached = answer.headers['cache-control'] === 'max-age=2';
      subject.expect(
        isCached === (subject.choices.cache === 'max-age'),
        `Cache-Control: ${answer.headers['cache-control']}`,
      );
    }
  },
};

function checkDates(subject: Subject, body: unknown): void {
  const { created, modified } = (body ?? {}) as Record<string, unknown>;
  const type = { none: 'undefined', iso: 'string', epoch: 'number' }[subject.choices.dates];
  subject.expect(typeof created === type && typeof modified === type, `dates are ${created}, ${modified}`);
}

/** Reading an item changes nothing, whatever the method and the query. */
const safeReading: CollectionProbe = {
  name: 'safe-reading',
  applies: hasItems,
  async run(subject) {
    const own = await subject.findItem();
    if (!own) return;
    const before = subject.readState(own.id);
    const first = await subject.read(own.id);
    const path = subject.itemPath(own.id);
    for (let time = 0; time < 3; time++) {
      await subject.read(own.id);
      await subject.send({ method: 'HEAD', path });
      await subject.send({ path: subject.fill(subject.facts.listPath) });
    }
    const query = path.includes('?') ? '&' : '?';
    if (subject.mayWrite)
      await subject.send({
        path: `${path}${query}_method=DELETE&action=delete`,
        headers: { 'x-http-method-override': 'DELETE' },
      });
    const last = await subject.read(own.id);
    subject.expect(last.status === 200 && last.text === first.text, 'an item changes while it is read');
    subject.expect(subject.readState(own.id) === before, 'reading changes the state of an item');
  },
};

/** HEAD answers as GET does, without content. */
const head: CollectionProbe = {
  name: 'head',
  applies: (_, { design }) => design.service.head === 'present',
  async run(subject) {
    const [one] = listExpected(subject);
    const paths = [
      subject.fill(subject.facts.listPath),
      ...(one && subject.facts.itemPath ? [subject.itemPath(one.id)] : []),
    ];
    for (const path of paths) {
      const got = await subject.send({ path });
      const answer = await subject.send({ method: 'HEAD', path });
      subject.expect(answer.status === got.status, `HEAD ${path} answers ${answer.status}, GET ${got.status}`);
      subject.expect(answer.bytes.length === 0, 'HEAD has content');
      const isEqual =
        answer.headers['content-type'] === got.headers['content-type'] && answer.headers.etag === got.headers.etag;
      subject.expect(isEqual, 'HEAD has other fields than GET');
    }
  },
};

/** Methods that a path does not have are refused. */
const methods: CollectionProbe = {
  name: 'methods',
  applies: () => true,
  async run(subject) {
    const { head: hasHead, options, wrongMethod } = subject.design;
    const path = subject.fill(subject.facts.listPath);
    const status = wrongMethod === '404' ? 404 : 405;
    const check = (answer: Answer, method: string) => {
      subject.expect(answer.status === status, `${method} of the list answers ${answer.status}`);
      const hasAllow = answer.headers.allow?.includes('GET') ?? false;
      subject.expect(
        hasAllow === (wrongMethod === '405-allow'),
        `${method} of the list: Allow is ${answer.headers.allow}`,
      );
    };
    check(await subject.send({ method: 'DELETE', path }), 'DELETE');
    if (hasHead === 'missing')
      subject.expect((await subject.send({ method: 'HEAD', path })).status === status, 'HEAD is supported');
    const answer = await subject.send({ method: 'OPTIONS', path });
    if (options === 'missing') check(answer, 'OPTIONS');
    else
      subject.expect(
        answer.status === 204 && (answer.headers.allow ?? '').includes('GET'),
        `OPTIONS answers ${answer.status}`,
      );
  },
};

/** An item that never existed is missing, for every method. */
const unknownItem: CollectionProbe = {
  name: 'unknown-item',
  applies: hasItems,
  async run(subject) {
    const { changes, create, itemPath } = subject.facts;
    const id = makeId(subject.choices.idFormat, 7_000_000 + subject.service.contents++, 'unknown');
    const path = subject.itemPath(id);
    const answer = await subject.send({ path });
    subject.expect(answer.status === 404, `an unknown item answers ${answer.status}`);
    subject.expect(answer.json === undefined || !isItem(subject, answer), 'an unknown item has content');
    if (subject.choices.removal !== 'none') {
      const removed = await subject.send({ method: 'DELETE', path });
      subject.expect(removed.status === 404, `DELETE of an unknown item answers ${removed.status}`);
    }
    const content = subject.newContent();
    for (const { method, mediaType } of content ? changes : []) {
      if (create?.path === itemPath && create?.method === method) continue;
      const changed = await subject.sendJson(method, path, content, { mediaType });
      subject.expect(changed.status === 404, `${method} of an unknown item answers ${changed.status}`);
    }
  },
};

const isItem = (subject: Subject, answer: Answer) => answer.status < 300 && subject.readItem(answer) !== undefined;

/** Ids and addresses that no item has are no error of the service. */
const oddIds: CollectionProbe = {
  name: 'odd-ids',
  applies: hasItems,
  async run(subject) {
    for (const id of ['0', '-1', "o'clock", 'null', 'x'.repeat(300)]) {
      const { status } = await subject.read(id);
      subject.expect(status === 404 || status === 400, `item ${id.slice(0, 20)} answers ${status}`);
    }
  },
};

export const itemProbes: readonly CollectionProbe[] = [item, safeReading, head, methods, unknownItem, oddIds];
