// `node tools/bundle/main.mjs [folder]`: writes the modules of the package to `dist/bundle`, or to another folder. They are
// few, because each file that a process loads takes time. All entries share them, so that no module exists twice.
import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = 'dist/bundle';

/** What starts the command line, and what programs import. In the bundle, each has the path of its source. */
const entries = [
  'src/cli/main',
  'src/index',
  'src/rule/index',
  'src/fleet/index',
  'src/test-runners/vitest',
  'src/test-runners/node-test',
  'src/test-runners/jest',
];

/** Finds modules by their place, which they have no longer in the bundle: it has a list of rules instead. */
const kitModules = 'src/rule-set/kit-modules.ts';

/** Compiles the schema of profiles, which takes each process a quarter of a second: the bundle has the compiled code. */
const profileValidator = 'src/profile/file/profile-validator.ts';

/** Stands for the way from a module of the bundle to the root of the package. */
const wayToRoot = 'assay-root:';

const toPath = (file) => relative(root, file).replaceAll('\\', '/');

const listRules = () =>
  readdirSync(join(root, 'suites'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /^[a-z].*(?<!\.test|\.fixture)\.ts$/.test(entry.name))
    .map((entry) => toPath(join(entry.parentPath, entry.name)))
    .filter((path) => !path.includes('/_'))
    .sort();

function writeKitModules() {
  const rules = listRules();
  return [
    ...rules.map((path, i) => `import rule${i} from '/${path}';`),
    'export const loadKitRules = async () => [',
    ...rules.map((path, i) => `  { id: '${path.replace(/^suites\/|\.ts$/g, '')}', rule: rule${i} },`),
    '];',
    `export const ruleApi = new URL('${wayToRoot}/${folder}/src/rule/index.js', import.meta.url);`,
  ].join('\n');
}

/** The options are those of `src/profile/file/compile-schema.ts`. */
function writeProfileValidator() {
  const schema = JSON.parse(readFileSync(join(root, 'src/profile/profile.schema.json'), 'utf8'));
  const options = {
    strict: false,
    allErrors: true,
    verbose: true,
    logger: false,
    validateSchema: false,
    ownProperties: true,
  };
  const ajv = new Ajv2020({ ...options, code: { source: true, esm: true } });
  const code = standalone.default(ajv.addSchema(schema, 'profile'), { validate: 'profile' });
  const needed = [...new Set(code.match(/(?<=require\(")[^"]+(?="\))/g))];
  return [
    ...needed.map((name, i) => `import needed${i} from '${name}.js';`),
    needed.reduce((text, name, i) => text.replaceAll(`require("${name}")`, `needed${i}`), code),
    'export const getProfileValidator = () => validate;',
  ].join('\n');
}

/**
 * The library of the command line is part of the bundle: its seven files take half of the time of the help. It loads the module
 * for processes only where it starts one, which takes another tenth, and which this command line never does.
 */
const commandLibrary = 'commander';

function startProcessesLazily(code, file) {
  if (!toPath(file).startsWith(`node_modules/${commandLibrary}/lib/`)) return undefined;
  const spawn = "(...given) => process.getBuiltinModule('node:child_process').spawn(...given)";
  return code.replace("require('node:child_process')", `({ spawn: ${spawn} })`);
}

/** A module that reads files of the package finds them from the place of its source. */
function keepPlace(code, file) {
  const path = toPath(file);
  if (path === kitModules || !code.includes('import.meta.url')) return undefined;
  return code.replaceAll('import.meta.url', `new URL('${wayToRoot}/${path}', import.meta.url).href`);
}

/** Modules that are written here instead of read. */
const written = { [kitModules]: writeKitModules, [profileValidator]: writeProfileValidator };

const kit = {
  name: 'kit',
  resolveId: (name) => (name.startsWith('/suites/') ? join(root, name) : undefined),
  load: (file) => written[toPath(file)]?.(),
  transform: (code, file) => keepPlace(code, file) ?? startProcessesLazily(code, file),
  renderChunk: (code, { fileName }) =>
    code.replaceAll(wayToRoot, relative(dirname(join(root, folder, fileName)), root).replaceAll('\\', '/')),
};

/** Modules that the command line loads before a command is chosen, and those that programs load. */
const atStart = new Set();
const forPrograms = new Set();

/** The parts that a run loads, in this order; each has what the earlier ones have not. */
const runParts = [
  // What rules of users import.
  { name: 'rule-api', modules: new Set(), from: ['src/rule/index'] },
  // What commands load that read reports, and that need neither the rules nor a client.
  { name: 'files', modules: new Set(), from: ['src/cli/commands/show/show-report', 'src/cli/files/output-folder'] },
  { name: 'rule-set', modules: new Set(), from: ['src/rule-set/load-rule-set'] },
  {
    name: 'run',
    modules: new Set(),
    from: ['load-run-profile', 'run-audit', 'failed-before'].map((name) => `src/cli/commands/run/${name}`),
  },
  // What follows the first request.
  { name: 'survey', modules: new Set(), from: ['src/survey/survey'] },
  { name: 'trials', modules: new Set(), from: ['src/run/run'] },
];

function follow(getInfo, id, found, isLazyToo) {
  if (found.has(id)) return;
  found.add(id);
  const { importedIds = [], dynamicallyImportedIds = [] } = getInfo(id) ?? {};
  for (const next of isLazyToo ? [...importedIds, ...dynamicallyImportedIds] : importedIds)
    follow(getInfo, next, found, isLazyToo);
}

const toSource = (name) => join(root, `${name}.ts`);

const startFinder = {
  name: 'start-finder',
  buildEnd() {
    const getInfo = (id) => this.getModuleInfo(id);
    const [command, ...programs] = entries.map(toSource);
    follow(getInfo, command, atStart, false);
    for (const program of programs) follow(getInfo, program, forPrograms, true);
    for (const { modules, from } of runParts)
      for (const part of from.map(toSource)) follow(getInfo, part, modules, false);
  },
};

const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const libraries = Object.keys({ ...dependencies, ...peerDependencies }).filter((name) => name !== commandLibrary);

const bundle = await rolldown({
  cwd: root,
  platform: 'node',
  input: Object.fromEntries(entries.map((entry) => [entry, `${entry}.ts`])),
  // What compiled validators call of Ajv is a few lines, and the rest of Ajv is loaded only when it is needed.
  external: [/^node:/, ...libraries.map((name) => new RegExp(`^${name}(/(?!dist/runtime/)|$)`))],
  resolve: { alias: { '#rule': join(root, 'src/rule/index.ts') } },
  transform: { target: 'es2023' },
  plugins: [kit, startFinder],
});
await bundle.write({
  dir: process.argv[2] ?? join(root, folder),
  cleanDir: true,
  entryFileNames: '[name].js',
  chunkFileNames: 'chunks/[name].js',
  // Each file takes a millisecond or two, so the help is in two: what only the command line has, and what programs have, too. A
  // run loads a few more, not the sixty that sharing among all commands would make.
  codeSplitting: {
    groups: [
      { name: 'start-shared', test: (id) => atStart.has(id) && forPrograms.has(id), priority: 9 },
      { name: 'start', test: (id) => atStart.has(id) && !forPrograms.has(id), priority: 8 },
      ...runParts.flatMap(({ name, modules }, index) => [
        { name, test: (id) => modules.has(id) && forPrograms.has(id), minShareCount: 2, priority: 7 - index },
        {
          name: `${name}-command`,
          test: (id) => modules.has(id) && !forPrograms.has(id),
          minShareCount: 2,
          priority: 7 - index,
        },
      ]),
    ],
  },
});
await bundle.close();
copyFileSync(
  join(root, `node_modules/${commandLibrary}/LICENSE`),
  join(process.argv[2] ?? join(root, folder), `${commandLibrary}-LICENSE`),
);
