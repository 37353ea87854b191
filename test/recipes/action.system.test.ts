import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { binPath, createTestFolder, startDemoService } from '../cli/assay.fixture.js';
import { describeWith } from '../support/system-parts.js';
import { type ActionRun, action, actionText, runAction } from './runner.fixture.js';

const rule = 'creation/valid-post-answers-201';
const few = { only: `${rule}\n`, args: '--cases=2\n--seed=1\n' };
const scripts = action.runs.steps.flatMap(({ name, run }) => (run === undefined ? [] : [[name, run] as const]));

/** An npm that installs this build of assay, or leaves it as it is, and tells what it was asked for, as no test waits for a registry. */
function npm(): { readonly PATH: string; asked(): string } {
  const folder = createTestFolder();
  const asked = join(folder, 'asked');
  const script = `#!/usr/bin/env bash
printf '%s ' "$@" >> '${asked}'; echo >> '${asked}'
if [ "$1" != install ]; then exit; fi
mkdir -p "$3/node_modules/.bin"
printf '#!/usr/bin/env bash\\nexec "${process.execPath}" "${binPath}" "$@"\\n' > "$3/node_modules/.bin/assay"
chmod +x "$3/node_modules/.bin/assay"
`;
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin/npm'), script);
  chmodSync(join(folder, 'bin/npm'), 0o755);
  return { PATH: `${join(folder, 'bin')}:${process.env.PATH}`, asked: () => readFileSync(asked, 'utf8') };
}

const run = (inputs: Readonly<Record<string, string>>, env: Record<string, string> = {}): Promise<ActionRun> =>
  runAction({ ...few, ...inputs }, { PATH: npm().PATH, ...env });

describeWith(['bash', 'shellcheck'], 'the GitHub action', () => {
  describe('the action', () => {
    test('pins the actions of others by the hash of a commit, and says which version that is', () => {
      const used = [...actionText.matchAll(/^ +uses: (.*)$/gm)].map(([, uses = '']) => uses);
      expect(used.length).toBeGreaterThan(0);
      for (const uses of used) expect(uses).toMatch(/^[\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    });

    test.each(scripts)('%s: passes inputs to the script only as variables', (_, script) => {
      expect(script).not.toContain('${{');
    });

    test.each(scripts)('%s: shellcheck finds nothing', (_, script) => {
      execFileSync('shellcheck', ['--shell=bash', '--enable=quote-safe-variables', '-'], { input: script });
    });

    test('uses every input that it names', () => {
      const unused = Object.keys(action.inputs).filter((name) => !actionText.includes(`inputs.${name} `));
      expect(unused).toEqual([]);
    });
  });

  describe('its steps', () => {
    test('fails the job with an annotation, a summary, counts and findings for code scanning when a rule is violated', async () => {
      const { url } = await startDemoService({ fault: 'post-answers-200' });
      const job = await run({ 'base-url': url, 'upload-sarif': 'true' });
      expect([job.exit, job.outputs]).toEqual([
        1,
        expect.objectContaining({ gate: 'closed', exit: '1', violated: '1', held: '0', report: 'reports/report.json' }),
      ]);
      expect(job.log).toMatch(/^::error title=MUST creation\/valid-post-answers-201 \[orders\]::/m);
      expect(job.summary).toContain(rule);
      const [node, upload] = job.used;
      expect(node?.with).toEqual({ 'node-version': '22' });
      const sarif = JSON.parse(readFileSync(upload?.with.sarif_file ?? '', 'utf8'));
      expect(sarif.runs[0].results[0].ruleId).toBe(rule);
      expect(existsSync(join(job.folder, 'reports/junit.xml'))).toBe(true);
    });

    test('prints no text of the audit as a command of the runner', async () => {
      const { url } = await startDemoService();
      const job = await run({ 'base-url': url, formats: '', 'node-version': '' });
      expect([job.exit, job.outputs.gate, job.ran.includes('Set up Node')]).toEqual([0, 'open', false]);
      const [, token, within] = /^::stop-commands::(\S+)\n([\s\S]*?)\n::\1::\n/m.exec(job.log) ?? [];
      expect(token).toMatch(/^[0-9a-f-]{36}$/);
      expect(within).toContain('Passed');
      expect(job.log.replace(within ?? '', '')).not.toContain('requests:');
    });

    test('posts one comment, which the next run updates, and groups a coloured log', async () => {
      const { url } = await startDemoService({ fault: 'post-answers-200' });
      const { PATH } = npm();
      const [folder = ''] = PATH.split(':');
      const sent = join(folder, 'sent');
      writeFileSync(
        join(folder, 'gh'),
        `#!/usr/bin/env bash
if [[ $* == *--paginate* ]]; then echo "$GH_IDS"; exit; fi
printf '%s\\n' "$4 $5" >> '${sent}'
head -c 200 "\${7#body=@}" >> '${sent}'
`,
      );
      chmodSync(join(folder, 'gh'), 0o755);
      const context = { 'github.event.pull_request.number': '7', 'github.repository': 'o/r' };
      const inputs = { ...few, 'base-url': url, comment: 'true' };
      const first = await runAction(inputs, { PATH }, context);
      expect(readFileSync(sent, 'utf8')).toMatch(/^POST repos\/o\/r\/issues\/7\/comments\n<!-- assay -->\n### /);
      expect(first.summary.split('<details>')[0]?.trimEnd().split('\n').length).toBeLessThan(40);
      const [, group] = /^::group::assay run\n([\s\S]*)^::endgroup::$/m.exec(first.log) ?? [];
      expect(group).toContain('\u001b[');
      writeFileSync(sent, '');
      await runAction(inputs, { PATH, GH_IDS: '41\n42' }, context);
      expect(readFileSync(sent, 'utf8')).toMatch(/^PATCH repos\/o\/r\/issues\/comments\/41\n<!-- assay -->\n/);
      expect(first.ran).toContain('Comment on the pull request');
    });

    test('does not fail the job for violations, or where it is incomplete, when the input says so', async () => {
      const { url } = await startDemoService();
      const job = await run({ 'base-url': url, permit: 'reads', fail: 'false', 'upload-sarif': 'true' });
      expect([job.exit, job.outputs.gate, job.outputs.exit]).toEqual([0, 'closed', '5']);
      // No rule was decided: a file without findings would close every alert as fixed.
      expect(job.used.map(({ uses }) => uses)).toEqual([expect.stringContaining('setup-node')]);
    });

    test('fails the job for bad usage in any case, and executes no input and reads none as a flag', async () => {
      const evil = '$(touch stolen) `touch stolen`; touch stolen "';
      const job = await run({ profile: evil, 'base-url': '--permit=floods', only: evil, fail: 'false' });
      expect([job.exit, job.outputs.exit, job.outputs.gate]).toEqual([2, '2', '']);
      expect(job.log).toContain('::error title=assay::bad usage');
      expect(existsSync(join(job.folder, 'stolen'))).toBe(false);
      expect(job.ran).toEqual(['Set up Node', 'Install assay', 'Audit', 'Gate']);
    });

    test('fails the job when the service cannot be reached, and does not use an old report', async () => {
      const job = await run({ 'base-url': 'http://127.0.0.1:9', fail: 'false' });
      expect(job.exit).toBe(3);
      expect(job.log).toContain('::error title=assay::the service cannot be reached');
    });

    test('builds its own checkout, or installs the packed file that is named', async () => {
      const { PATH, asked } = npm();
      await runAction({ 'base-url': 'ftp://nowhere' }, { PATH });
      expect(asked()).toMatch(/^ci --prefix (\S+) .*\nrun build --prefix \1 --silent \n$/);
      const packed = join(createTestFolder(), 'assay-1.2.3-rc.1.tgz');
      writeFileSync(packed, '');
      const other = npm();
      await runAction({ package: packed, 'base-url': 'ftp://nowhere' }, { PATH: other.PATH });
      expect(other.asked()).toMatch(/^install --prefix \S+ .* -- \S+\/assay-1\.2\.3-rc\.1\.tgz \n$/);
      for (const name of ['assay@1.2.3', 'missing.tgz', '--registry=http://evil.example']) {
        const job = await runAction({ package: name }, { PATH });
        expect([job.exit, job.ran]).toEqual([2, ['Set up Node', 'Install assay']]);
      }
    });

    test('takes no file name with a line break', async () => {
      const lines = await run({ out: 'reports\ngate=open' });
      expect([lines.exit, lines.outputs.gate, lines.ran.at(-1)]).toEqual([2, '', 'Audit']);
    });
  });
});
