import type { Command } from 'commander';
import { baseUrlVariable } from './environment.js';
import { getCommandName } from './list-commands.js';

/** Examples by command. Each line works as it is if the named files and services exist. */
export const commandExamples: Readonly<Record<string, readonly (readonly [line: string, why: string])[]>> = {
  run: [
    ['assay run http://127.0.0.1:3000', 'a service on this machine'],
    ['assay run --exec "npm start"', 'start the service first, on a free PORT'],
    ['assay run http://127.0.0.1:3000 --plan', 'only print what would be checked'],
    ['assay run http://127.0.0.1:3000 --watch', 'run again when the service restarts'],
    ["assay run http://127.0.0.1:3000 --only 'safety/*' PUT-02", 'selected rules'],
    ['assay run https://api.example.com --token-env API_TOKEN', 'a service elsewhere, read requests only'],
    ['assay run https://api.example.com --permit deletes --format json,junit', 'all rules, in a pipeline'],
  ],
  init: [
    ['assay init http://127.0.0.1:3000', 'write assay.yaml'],
    ['assay init http://127.0.0.1:3000 --stdout', 'only print the profile'],
  ],
  demo: [
    ['assay demo', 'the correct service'],
    ['assay demo --fault get-bumps-a-counter', 'with one injected bug'],
    ['assay demo --list', 'list faults, dialects and worlds'],
    ['assay demo --serve --port 4010', 'only start the service, for another run to audit'],
  ],
  rules: [
    ['assay rules', 'one line for each rule'],
    ['assay rules --format json', 'for a program'],
  ],
  explain: [
    ['assay explain SAFE-01', 'a clause and its rules'],
    ['assay explain safety/get-does-not-change-the-item', 'one rule'],
    ['assay explain reports/report.json 1', 'a violation in a report, and its rule'],
  ],
  replay: [
    ['assay replay reports/report.json', 'every violation, one after the other'],
    ['assay replay reports/report.json 1 --exec "npm start"', 'the first one, of a service that is started for it'],
    ['assay replay reports/report.json 2 --base-url http://127.0.0.1:3000', 'the second one, at another base URL'],
  ],
  export: [
    ['assay export reports/report.json 1 --out bug.test.js', 'a violation as a test of vitest'],
    ['assay export reports/report.json 1 --as hurl', 'as a file of Hurl'],
  ],
  show: [
    ['assay show', 'the whole of the last run'],
    ['assay show 2', 'its second violation in full'],
  ],
  open: [['assay open', 'the page of the last run']],
  report: [
    ['assay report reports/report.json', 'as the run printed it'],
    ['assay report reports/report.json --format markdown', 'for a pull request'],
  ],
  clean: [
    ['assay clean reports --dry-run', 'list what is left'],
    ['assay clean reports', 'remove it'],
  ],
  fleet: [
    ['assay fleet fleet.yaml', 'audit all targets; after an interruption, go on'],
    ['assay fleet fleet.yaml --fresh --workers 4', 'start over, four audits at the same time'],
    ['assay fleet fleet.yaml --queue redis://127.0.0.1:6379', 'with the workers of a queue'],
  ],
  'fleet report': [['assay fleet report fleet-reports', 'targets × clauses, from all reports below a folder']],
  'fleet manifest': [['assay fleet manifest fleet.yaml --as kubernetes', 'an Indexed Job']],
  worker: [['assay worker fleet.yaml --queue redis://127.0.0.1:6379', 'take audits from the queue']],
  compare: [['assay compare before.json reports/report.json', 'what is new and what is fixed']],
  merge: [['assay merge one/report.json two/report.json --out reports', 'combine shards into one report']],
  completion: [
    ['source <(assay completion bash)', 'in this shell'],
    ['assay completion zsh > ~/.zfunc/_assay', 'permanently'],
    ['assay completion fish > ~/.config/fish/completions/assay.fish', 'permanently'],
    ['assay completion powershell', 'its first line says how it is used'],
  ],
};

/** Maximum width of the help: longer lines are hard to read. */
const maxWidth = 100;

/** Configures a program, and the commands added to it later: error output, widths, content of the help. */
export const configureProgram = (program: Command): Command =>
  program
    .exitOverride()
    .configureOutput({
      outputError: (text, write) => write(text.replace(/^error: /, 'assay: ')),
      getOutHelpWidth: () => Math.min(maxWidth, process.stdout.columns || maxWidth),
      getErrHelpWidth: () => Math.min(maxWidth, process.stderr.columns || maxWidth),
    })
    .configureHelp({ sortOptions: false })
    .helpOption('-h, --help', 'print this help')
    .showHelpAfterError('(assay --help lists all commands)')
    // A flag after the name of a command is that of this command, also of `fleet report`, which shares names with `fleet`.
    .enablePositionalOptions()
    .addHelpText('after', renderFooter);

const renderFooter = ({ command }: { command: Command }): string =>
  command.parent === null
    ? '\nRun "assay help run" for the help of a command. Every flag can be set by an\nenvironment variable: --max-requests by ASSAY_MAX_REQUESTS. A flag overrides its\nvariable, and a variable overrides the profile.'
    : '';

/** Adds to the help of a command its examples, and the variable of its base URL. */
export function addExamples(command: Command): Command {
  const lines = commandExamples[getCommandName(command)] ?? [];
  const [first] = command.registeredArguments;
  const base = first?.name() === 'base-url' ? `\nThe base URL can be set by ${baseUrlVariable}.\n` : '';
  const width = Math.max(0, ...lines.map(([line]) => line.length));
  const isBeside = width + Math.max(0, ...lines.map(([, why]) => why.length)) + 6 <= maxWidth;
  const shown = lines.map(([line, why]) => (isBeside ? `  ${line.padEnd(width)}  # ${why}` : `  # ${why}\n  ${line}`));
  command.showHelpAfterError(`(assay ${getCommandName(command)} --help lists all arguments and flags)`);
  return lines.length === 0 ? command : command.addHelpText('after', `${base}\nExamples:\n${shown.join('\n')}`);
}
