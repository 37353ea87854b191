import { extractArguments } from './arguments.fixture.js';
import { findSamples } from './pages.fixture.js';
import { type CommandWords, parseCommands } from './shell.fixture.js';

/** A command of README or docs. */
export interface DocumentedCommand {
  readonly page: string;
  readonly words: CommandWords;
}

/** The commands of README and docs, each text once. */
export const documentedCommands: readonly DocumentedCommand[] = [
  ...new Map(
    findSamples('sh', 'bash', 'shell')
      .filter(({ page }) => page === 'README.md' || page.startsWith('docs/'))
      .flatMap(({ page, text }) => parseCommands(text).map((words) => ({ page, words })))
      .map((command) => [command.words.join(' '), command] as const),
  ).values(),
];

/** The commands that no test executes as they are, with the reason, and the test of what they do. */
export const unexecuted: readonly (readonly [command: RegExp, reason: string])[] = [
  [/^docker /, 'needs a container engine; dockerfile.long.test.ts runs the files of the last stage'],
  [/^npm (install|audit|publish|pack)\b/, 'needs a registry; installed-project.proof.test.ts installs the packed file'],
  [
    /^npm (ci|link|init)\b/,
    'changes the global folder of npm; installed-project.proof.test.ts installs the packed file',
  ],
  [/^npm (test|run .*)$/, 'of maintainers, for minutes; CI runs them, and samples.server.test.ts checks their names'],
  [/ --watch$/, 'runs until it is interrupted; watch.server.test.ts does both'],
  [/^assay demo --serve /, 'runs until it is interrupted; remote-demo.long.test.ts does both'],
  [/^assay (worker|fleet) .*--queue /, 'needs Redis; fleet-queue.system.test.ts does both'],
  [/^assay fleet .*s3:/, 'needs an object store; fleet-store.long.test.ts does both'],
  [/^assay open$/, 'opens a browser; report.server.test.ts checks its errors'],
  [/^assay open --serve$/, 'runs until it is interrupted; served-report.server.test.ts does both'],
  [/^assay record /, 'runs a command of the reader, or until Ctrl-C; record.long.test.ts does both'],
  [/^source /, 'changes a shell; completion.system.test.ts does it in all of them'],
  [/^node server\.mjs$/, 'a service of the reader; tutorial.long.test.ts runs the tutorial'],
  [/ --exec python3 /, 'needs FastAPI; own-service.system.test.ts runs the page'],
  [/^node --test /, 'a test of the reader; node-test.long.test.ts runs one'],
  [/^node gate\.mjs /, 'a program of the reader; installed-project.proof.test.ts runs it'],
  [/^assay demo$/, 'all rules take 30 s; all-commands.long.test.ts runs it with a few'],
];

/** Why a command is not executed; undefined if it is. */
export const findReason = ({ words }: DocumentedCommand): string | undefined =>
  unexecuted.find(([pattern]) => pattern.test(words.join(' ')))?.[1];

/** The commands that are executed, as arguments of assay; undefined for another command. */
export const executedCommands = documentedCommands
  .filter((command) => findReason(command) === undefined)
  .map(({ page, words }) => ({ page, words, args: extractArguments(words) }));
