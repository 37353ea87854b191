import type { AddressInfo } from 'node:net';
import { createConnection, createServer } from 'node:net';
import { startDemo } from '../../src/demo/start-demo.js';

/** The demo behind a relay that hands on octets half the latency later, in each direction; in a process of its own. */
const halfMs = Number(process.argv[2]) / 2;
const demo = await startDemo();
const { port, hostname } = new URL(demo.url);
const relay = createServer((near) => {
  const far = createConnection(Number(port), hostname);
  for (const [from, to] of [[near, far] as const, [far, near] as const]) {
    from.setNoDelay(true);
    from.on('data', (octets) => setTimeout(() => to.writable && to.write(octets), halfMs));
    from.on('end', () => setTimeout(() => to.end(), halfMs));
    from.on('error', () => to.destroy());
  }
});
relay.listen(0, '127.0.0.1', () => process.send?.(`http://127.0.0.1:${(relay.address() as AddressInfo).port}`));
process.once('disconnect', () => process.exit(0));
