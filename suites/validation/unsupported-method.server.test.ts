import { expect, test } from 'vitest';
import { audit } from '../../src/audit.js';
import { loadProfile } from '../../src/profile/load-profile.js';
import { createDocument, createGet, serveListener } from '../../test/support/scripted-service.fixture.js';
import { useSteadyClock } from '../../test/support/use-steady-clock.js';

useSteadyClock();

const rule = 'validation/unsupported-method-answers-405';
const object = { type: 'object' };
const document = createDocument({
  '/status': { get: createGet(object) },
  '/things': { get: createGet({ type: 'array', items: object }) },
  '/things/{id}': {
    get: { ...createGet(object), parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }] },
  },
});

/** Audits a service that can only be read, and which answers what is no GET with this status and these fields. */
async function auditReading(status: number, headers: Record<string, string> = {}) {
  const asked: string[] = [];
  const { baseUrl } = await serveListener(({ method, url = '' }, response) => {
    const path = url.split('?')[0] ?? '';
    const item = { id: 'x1', name: 'of another client' };
    const shown = { '/status': { isUp: true }, '/things': [item], '/things/x1': item, '/openapi.json': document }[path];
    const isRead = method === 'GET' || method === 'HEAD';
    if (!isRead) asked.push(`${method} ${path}`);
    response.writeHead(shown === undefined ? 404 : isRead ? 200 : status, {
      'content-type': 'application/json',
      ...(isRead ? {} : headers),
    });
    response.end(JSON.stringify(isRead ? shown : {}));
  });
  const profile = await loadProfile({ baseUrl, cwd: '/', env: {}, only: [rule], permit: 'reads' });
  const { results } = await audit(profile, { seed: 1 });
  const decided = results.flatMap(({ verdict, subject }) =>
    /held|violated/.test(verdict) ? [`${subject}: ${verdict}`] : [],
  );
  return { decided: decided.sort(), asked: asked.filter((line) => line.startsWith('PROPFIND')) };
}

test.each<[string, number, Record<string, string>, readonly string[]]>([
  ['405 with Allow', 405, { allow: 'GET, HEAD' }, ['GET /status: held', 'GET /things: held']],
  ['501', 501, {}, ['GET /status: held', 'GET /things: held']],
  ['405 without Allow', 405, {}, ['GET /status: violated', 'GET /things: violated']],
  ['200', 200, {}, ['GET /status: violated', 'GET /things: violated']],
  ['404, as a server in front of it may', 404, {}, []],
])(
  'where nothing may be written, %s for an unknown method is judged, at no item',
  async (_, status, headers, wanted) => {
    const { decided, asked } = await auditReading(status, headers);
    expect(decided).toEqual(wanted);
    expect(asked).not.toContain('PROPFIND /things/x1');
  },
);
