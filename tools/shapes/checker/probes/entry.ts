import { parse } from 'yaml';
import { readPointer } from '../../facts/json-pointer.js';
import type { CheckedService } from '../service.js';
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
    expect(!/\bat \S+ \(/.test(answer.text), 'an error shows where it happened in the code');
    if (slash === 'without') return;
    const [first] = facts.collections.filter(({ parent }) => parent === undefined);
    const bare = await client.send({ path: first?.listPath.slice(0, -1) ?? '' });
    expect(bare.status === (slash === 'redirected' ? 308 : 404), `a list without its slash answers ${bare.status}`);
  },
};

/** Whether a value is an object with a member. */
export const hasMember = (json: unknown, member: string | undefined) =>
  typeof json === 'object' && json !== null && member !== undefined && member in json;

export const entryProbes: readonly ServiceProbe[] = [root, document, errors];
