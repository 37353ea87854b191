import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Where tests are. What a file proves is in its name: see CONTRIBUTING.md. */
const all = '{src,suites,test,tools}/**/';
const named = (kind: string): string[] => [`${all}*.${kind}.test.ts`];

/** Tests of commands, which wait long, and system tests that take a minute and more. */
const longest = /\/cli\/.*\.(server|long)\.test\.ts$|\/(screenshots|field)\/.*\.system\.test\.ts$/;

/** Starts what takes long first: the others fill the time. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => longest.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

const ownState = 'test/support/own-state-folder.ts';

/** Tests run on the sources: `#rule` must mean the same module everywhere, or `held` would exist twice. */
export default defineConfig({
  resolve: { alias: { '#rule': fileURLToPath(new URL('./src/rule/index.ts', import.meta.url)) } },
  test: {
    testTimeout: 240_000,
    hookTimeout: 60_000,
    globalSetup: 'test/support/own-temporary-folder.ts',
    pool: 'forks',
    // Much of the time goes into waiting for other processes: five workers keep two cores busy.
    maxWorkers: 5,
    sequence: { sequencer: LongFirst },
    maxConcurrency: 6,
    projects: [
      {
        // Pure parts: no server, no child process, which the setup file refuses.
        extends: true,
        test: {
          name: 'quick',
          include: [`${all}*.test.ts`],
          exclude: ['server', 'long', 'system', 'proof'].flatMap(named),
          setupFiles: ['test/support/refuse-servers.ts'],
          isolate: false,
        },
      },
      {
        // Real servers on loopback, and the built command line.
        extends: true,
        test: { name: 'server', include: named('server'), isolate: false, setupFiles: [ownState] },
      },
      {
        // The same, and pure parts, where a file takes seconds of a processor or waits for many commands.
        extends: true,
        test: { name: 'long', include: named('long'), isolate: false, setupFiles: [ownState] },
      },
      {
        // What needs more than Node and npm: a browser, a shell, Python, a large application.
        extends: true,
        // Five of them share two cores: the limit is far from what they take, and only ends what hangs.
        test: {
          name: 'system',
          include: named('system'),
          setupFiles: [ownState],
          testTimeout: 900_000,
          hookTimeout: 300_000,
        },
      },
      {
        // What takes minutes: `npm run proof` runs each file as a job.
        extends: true,
        test: { name: 'proof', include: named('proof'), setupFiles: [ownState] },
      },
    ],
  },
});
