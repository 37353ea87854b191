import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes longest, first; what mostly waits beside what mostly reckons. */
const slow = [
  'src/cli/matrix/faults-even',
  'src/cli/worlds/front',
  'src/cli/clean-kill',
  'src/cli/matrix/faults-odd',
  'suites/idempotency/put',
  'src/cli/matrix/sound',
  'src/field/json-server',
  'src/cli/worlds/faults',
  'src/cli/journey',
  'src/generate/corpus',
  'src/cli/unreachable',
  'src/cli/secrets',
  'src/cli/matrix/faults-flooded',
  'src/cli/clean',
  'src/cli/init-audit',
  'src/run/run.test',
  'src/cli/usage',
  'src/cli/hostile',
  'src/run/demo',
  'src/cli/worlds/within',
  'src/cli/outside',
  'src/run/making',
  'src/field/',
  'src/report/html/page',
  'src/cli/init.test',
  'src/cli/custom-rules',
  'src/cli/away',
  'src/cli/permission',
  'src/cli/bench/lively',
  'src/run/rest',
  'src/run/persist',
  'src/cli/terminal',
];

/** Files with so many audits, or so much that is hostile, that the next one is to have nothing of them. */
const whole = ['src/cli/{bench,hostile,matrix,worlds}/**/*.test.ts', 'src/field/**/*.test.ts'];

/** Begins with the slow files, so that nobody waits for the last of them alone; a fresh clone does not know yet which they are. */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId }: TestSpecification) => {
      const rank = slow.findIndex((name) => moduleId.includes(`/${name}`));
      return rank < 0 ? slow.length : rank;
    };
    return (await super.sort(files)).sort((one, other) => rankOf(one) - rankOf(other));
  }
}

/** Tests run on the sources: `#rule` must mean the same module everywhere, or `held` would exist twice. */
export default defineConfig({
  resolve: { alias: { '#rule': fileURLToPath(new URL('./src/rule/index.ts', import.meta.url)) } },
  test: {
    testTimeout: 240_000,
    hookTimeout: 60_000,
    pool: 'forks',
    // Half of the time goes into waiting for clocks to tick: five workers keep two cores busy.
    maxWorkers: 5,
    maxConcurrency: 6,
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        extends: true,
        test: { name: 'whole', include: [...whole] },
      },
      {
        // Hundreds of small files, which load the same modules: a process serves many of them.
        extends: true,
        test: {
          name: 'parts',
          include: ['src/**/*.test.ts', 'suites/**/*.test.ts'],
          exclude: [...whole],
          isolate: false,
        },
      },
    ],
  },
});
