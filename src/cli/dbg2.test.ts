import { createServer, request as forward } from 'node:http';
import { test, onTestFinished } from 'vitest';
import { audit } from '../audit.js';
import { aim } from '../target/index.js';
import { demoService, folderWith } from './assay.fixture.js';
import { listening } from '../http/origin.fixture.js';
test.each(['dies'])('%s', async (how) => {
  const demo = await demoService();
  const { hostname, port } = new URL(demo.url);
  let n = 0;
  let at = 0;
  const server = createServer((i, o) => {
    n += 1;
    if (n > 150) {
      at ||= performance.now();
      if (how === 'dies') { server.closeAllConnections(); server.close(); return; }
      o.writeHead(Number(how)).end();
      return;
    }
    const f = forward({ hostname, port, method: i.method, path: i.url, headers: i.headers }, (a) => { o.writeHead(a.statusCode ?? 500, a.headers); a.pipe(o); });
    i.pipe(f);
  });
  const url = await listening(server);
  onTestFinished(() => { server.closeAllConnections(); server.close(); });
  const profile = await aim({ baseUrl: url, cwd: folderWith(), env: {}, cases: 2 });
  const report = await audit(profile, { seed: 3 });
  console.log(how, performance.now() - at, n, report.gate, report.run.endedEarly, report.leftovers.length, report.survey.notes.filter((x) => /pause|429|again/.test(x)));
});
