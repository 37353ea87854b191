import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { createTestFolder } from '../cli/assay.fixture.js';
import { repositoryRoot } from '../docs/pages.fixture.js';

/** A step of a composite action. */
export interface Step {
  readonly name: string;
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly shell?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, string>>;
}

/** A composite action, as its file says. */
export interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default: string }>>;
  readonly outputs: Readonly<Record<string, { readonly description: string; readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

/** The result of a job with the action. */
export interface ActionRun {
  readonly folder: string;
  readonly exit: number;
  readonly log: string;
  readonly summary: string;
  readonly outputs: Readonly<Record<string, string>>;
  /** Actions of others that would have been run, with what they were given. */
  readonly used: readonly { readonly uses: string; readonly with: Readonly<Record<string, string>> }[];
  /** Names of the steps that were run. */
  readonly ran: readonly string[];
}

/** The text of the action. */
export const actionText = readFileSync(fileURLToPath(new URL('../../action.yml', import.meta.url)), 'utf8');

/** The action. */
export const action = parse(actionText) as Action;

/** Runs the steps of the action as a runner does: with its files, one shell for each step, until one fails. */
export async function runAction(
  inputs: Readonly<Record<string, string>>,
  env: Record<string, string>,
  context: Readonly<Record<string, string>> = {},
): Promise<ActionRun> {
  const folder = createTestFolder();
  const files = { GITHUB_OUTPUT: join(folder, 'output'), GITHUB_STEP_SUMMARY: join(folder, 'summary') };
  const known: Record<string, string> = { 'runner.temp': folder, 'github.action_path': repositoryRoot, ...context };
  for (const [name, { default: value }] of Object.entries(action.inputs))
    known[`inputs.${name}`] = inputs[name] ?? value;
  const job = { log: '', exit: 0, used: [] as ActionRun['used'][number][], ran: [] as string[] };
  for (const step of action.runs.steps) {
    if (job.exit !== 0 || !isMet(step.if, known)) continue;
    job.ran.push(step.name);
    if (step.uses) job.used.push({ uses: step.uses, with: fillValues(step.with, known) });
    if (!step.run) continue;
    writeFileSync(files.GITHUB_OUTPUT, '');
    const { code, output } = await runShell(step.run, folder, { ...env, ...files, ...fillValues(step.env, known) });
    job.exit = code;
    job.log += output;
    for (const line of readFileSync(files.GITHUB_OUTPUT, 'utf8').split('\n').filter(Boolean))
      known[`steps.${step.id}.outputs.${line.slice(0, line.indexOf('='))}`] = line.slice(line.indexOf('=') + 1);
  }
  const summary = existsSync(files.GITHUB_STEP_SUMMARY) ? readFileSync(files.GITHUB_STEP_SUMMARY, 'utf8') : '';
  const said = Object.entries(action.outputs).map(([name, { value }]) => [name, fillExpressions(value, known)]);
  return { ...job, folder, summary, outputs: Object.fromEntries(said) };
}

/** Runs a script as the runner runs `shell: bash`. */
export function runShell(
  script: string,
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<{ code: number; output: string }> {
  const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], { cwd, env });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk) => {
      output += chunk;
    });
  return new Promise((resolve) => child.once('close', (code) => resolve({ code: code ?? 130, output })));
}

const fillValues = (given: Readonly<Record<string, string>> = {}, known: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [name, fillExpressions(value, known)]));

/** What is not known is empty, as in a workflow. */
const fillExpressions = (text: string, known: Readonly<Record<string, string>>): string =>
  text.replace(/\$\{\{ ([\w.-]+) \}\}/g, (_, name: string) => known[name] ?? '');

function isMet(condition: string | undefined, known: Readonly<Record<string, string>>): boolean {
  return (condition ?? '')
    .split(' && ')
    .filter(Boolean)
    .every((part) => {
      const [, name = '', sign, value] = /^([\w.-]+) (==|!=) '(.*)'$/.exec(part) ?? [];
      if (sign === undefined) throw new Error(`this runner does not know the condition ${part}`);
      return ((known[name] ?? '') === value) === (sign === '==');
    });
}
