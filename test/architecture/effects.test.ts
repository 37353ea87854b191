import { describe, expect, test } from 'vitest';
import { code, type Source } from './sources.fixture.js';

/** Files of the model that may read the clock for all other files. */
const clocks = ['src/model/clock.ts'];

/** Files that read parts of the package itself, which are as constant as code. */
const assets = ['src/report/html/page/assets.ts'];
const withoutAssets = ({ path, text }: Source) => (assets.includes(path) ? text.replace("from 'node:fs'", '') : text);

describe('effects', () => {
  test.each(['model', 'rule', 'plan', 'init', 'verdict', 'report', 'generate'])(
    '%s uses no clock, no randomness and no input or output',
    (area) => {
      const effects =
        /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bperformance\.now\(|\bsetTimeout\(|\bclock\.(?:now|epochMs|schedule)\(|\bpause\(|\bprocess\.|from 'node:(fs|net|http|crypto)/;
      const wrong = code.filter(
        (source) => source.area === area && !clocks.includes(source.path) && effects.test(withoutAssets(source)),
      );
      expect(wrong.map(({ path }) => path)).toEqual([]);
    },
  );

  test('only the command line uses the process, and the programmatic use its environment', () => {
    const programmatic = ['src/api/make-profile.ts', 'src/fleet/run/fleet-host.ts'];
    const readsEnvironment = ({ path }: Source) => programmatic.includes(path);
    const wrong = code
      .filter(({ path, area }) => /^(src|suites)\//.test(path) && area !== 'cli')
      .filter((source) =>
        (readsEnvironment(source)
          ? /\bprocess\.(stdout|stderr|argv|exit|on)\b/
          : /\bprocess\.(stdout|stderr|argv|env|exit|on)\b/
        ).test(source.text),
      );
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });
});
