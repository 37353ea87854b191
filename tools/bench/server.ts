import { startDemo } from '../../src/demo/start-demo.js';

/** The demo in a process of its own, so that only the client is measured. */
const demo = await startDemo();
process.send?.(demo.url);
process.once('disconnect', () => process.exit(0));
