import { mkdtempSync, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** What runs keep of others stays apart from the user's, and from that of other files: a port may be used again. */
const own = mkdtempSync(join(os.tmpdir(), 'assay-state-'));
os.homedir = () => own;
syncBuiltinESMExports();
delete process.env.XDG_STATE_HOME;
afterAll(() => rmSync(own, { recursive: true, force: true }));
