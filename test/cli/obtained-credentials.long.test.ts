// biome-ignore-all lint/suspicious/noTemplateCurlyInString: this is how what is hidden is shown
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request as requestOnward } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { audit } from '../../src/audit.js';
import { createDemoCredentials } from '../../src/demo/service/access/callers.js';
import { startOrigin } from '../../src/http/origin.fixture.js';
import type { Report } from '../../src/model/result/report.js';
import type { LoadProfileOptions } from '../../src/profile/load-options.js';
import { loadProfile } from '../../src/profile/load-profile.js';
import { render } from '../../src/report/render.js';
import { useSteadyClock } from '../support/use-steady-clock.js';
import { createTestFolder, startDemoService } from './assay.fixture.js';

useSteadyClock();

const roles = ['full', 'limited', 'otherTenant'] as const;
const known = createDemoCredentials('bearer');

/** How many requests a session outlives. */
const timeoutMs = 40;

/** The demo behind a gate that knows it by tokens of its own, which it grants to who logs in and soon forgets. */
async function gated(fault?: string): Promise<{ url: string; logins: () => number }> {
  const demo = await startDemoService({ dialect: ['access-bearer'], ...(fault && { fault }) });
  const sessions = new Map<string, { role: (typeof roles)[number]; left: number }>();
  let granted = 0;
  const { url, arrived } = await startOrigin((incoming, response) => {
    const { content = '' } = arrived.find((arrival) => arrival.rawHeaders === incoming.rawHeaders) ?? {};
    if (incoming.url === '/login') {
      const role = roles.find((name) => content === JSON.stringify({ user: name, word: `password-hush-${name}` }));
      granted += 1;
      const token = `session-hush-${granted}`;
      if (role) sessions.set(token, { role, left: timeoutMs });
      response.writeHead(role ? 200 : 401, { 'content-type': 'application/json', 'set-cookie': `sid=${token}` });
      response.end(JSON.stringify({ data: { token } }));
      return;
    }
    const { host: _, authorization = '', ...headers } = incoming.headers;
    const session = sessions.get(authorization.replace('Bearer ', ''));
    if (session) session.left -= 1;
    const credential = session && session.left >= 0 ? known[session.role] : undefined;
    const token = credential && 'token' in credential ? credential.token : authorization;
    const sent = token === '' ? headers : { ...headers, authorization: token.replace(/^(Bearer )?/, 'Bearer ') };
    const onward = requestOnward(demo.url + incoming.url, { method: incoming.method, headers: sent }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.end(content);
  });
  return { url, logins: () => arrived.filter(({ target }) => target === '/login').length };
}

const yaml = `
auth:
  public: [/, /openapi.json]
  credentials:
${roles
  .map(
    (role) =>
      `    ${role}: { login: { path: /login, body: { user: ${role}, word: "\${WORD}-${role}" }, token: /data/token } }`,
  )
  .join('\n')}
resources: [{ collection: /orders, private: true }]
`;

/** Audits, and gives the report with every word that was written anywhere. */
async function audited(
  baseUrl: string,
  options: Partial<LoadProfileOptions>,
): Promise<{ report: Report; written: string }> {
  const cwd = createTestFolder({ 'assay.yaml': yaml });
  const out = join(cwd, 'reports');
  mkdirSync(out);
  const env = { WORD: 'password-hush' };
  const profile = await loadProfile({ baseUrl, cwd, env, cases: 2, maxRequests: 3_000, ...options });
  const files = { tape: join(out, 'tape.ndjson'), ledger: join(out, 'ledger.ndjson'), report: 'report.json' };
  const report = await audit(profile, { seed: 1, files });
  for (const format of ['json', 'junit', 'markdown', 'console'])
    writeFileSync(join(out, format), render(report, format));
  const written = readdirSync(out).map((name) => readFileSync(join(out, name), 'utf8'));
  return { report, written: written.join('\n') };
}

describe('a run whose callers log in', () => {
  test('checks all callers although sessions end during the run, and writes no token to a file', async () => {
    const { url, logins } = await gated();
    const { report, written } = await audited(url, { only: ['access/*', 'creation/*'] });
    const named = (verdict: string) => report.results.filter((result) => result.verdict === verdict);
    expect(named('violated').map(({ rule, evidence }) => [rule, evidence])).toEqual([]);
    expect(named('errored')).toEqual([]);
    expect(named('held').filter(({ rule }) => rule.startsWith('access/')).length).toBeGreaterThan(2);
    expect(logins()).toBeGreaterThan(roles.length);
    expect(written).toContain('"status":401');
    expect(written).toContain('/login');
    expect(written).not.toMatch(/hush/);
  });

  test('shows a violation with commands that can be copied and contain no token', async () => {
    const { url } = await gated('get-bumps-a-counter');
    const { report, written } = await audited(url, { only: ['safety/get-does-not-change-the-item'] });
    const [violation] = report.results.filter(({ verdict }) => verdict === 'violated');
    expect(violation?.evidence?.curl.join('\n')).toContain('"$auth_credentials_full"');
    expect(written).toContain('Bearer ${auth.credentials.full}');
    expect(written).not.toMatch(/hush/);
  });

  test('ends before the survey with the response of the service when a caller cannot log in', async () => {
    const { url } = await gated();
    const env = { WORD: 'wrong-hush' };
    const ended = audited(url, { env, only: ['access/*'] });
    await expect(ended).rejects.toThrow(/^auth\.credentials\.full cannot be obtained: POST .*\/login returned 401$/m);
    await expect(ended).rejects.not.toThrow('hush');
  });
});
