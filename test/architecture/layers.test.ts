import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

interface Source {
  readonly path: string;
  readonly room: string;
  readonly text: string;
  readonly isTest: boolean;
  readonly imports: readonly { readonly to: string; readonly isType: boolean }[];
}

const sources: Source[] = ['src', 'suites'].flatMap((top) =>
  readdirSync(join(root, top), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => readSource(join(entry.parentPath, entry.name))),
);
const code = sources.filter(({ isTest }) => !isTest);

function readSource(file: string): Source {
  const path = relative(root, file);
  const text = readFileSync(file, 'utf8');
  const found = text.matchAll(
    /^(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?'([^']+)'|(?<!typeof )\bimport\('([^']+)'\)/gm,
  );
  const imports = [...found].map(([, type, plain, dynamic]) => ({
    to: target(file, plain ?? dynamic ?? ''),
    isType: type !== undefined,
  }));
  const isTest = /\.(test|fixture)\.ts$/.test(path) || /^src\/report\/(sample-|read-xml|steering)/.test(path);
  return { path, room: roomOf(path), text, isTest, imports };
}

function target(from: string, to: string): string {
  return to.startsWith('.') ? relative(root, join(dirname(from), to)) : to;
}

function roomOf(path: string): string {
  const [top = '', second = ''] = path.split('/');
  if (path === 'src/index.ts') return 'index';
  if (top === 'suites') return 'suites';
  return second.includes('.') ? 'front' : second;
}

/** Who may lean on whom. `types` may be leaned on for types only. */
const floors: Record<
  string,
  { readonly on: readonly string[]; readonly types?: readonly string[]; readonly because: string }
> = {
  model: { on: [], because: 'what all stages share knows none of them' },
  rule: { on: [], because: 'the counter where suites order words knows no kitchen' },
  http: { on: [], because: 'the wire must not know what is judged' },
  target: { on: ['rule'], because: 'who is under test is known before anything is sent' },
  generate: { on: ['rule'], because: 'values come from schemas, not from services' },
  discovery: { on: ['rule', 'http'], because: 'what is there is found without knowing what is judged' },
  plan: { on: ['rule'], types: ['target', 'discovery'], because: 'planning sends nothing' },
  draft: {
    on: ['rule'],
    types: ['discovery', 'plan', 'target'],
    because: 'a profile is drafted from what was found, without another look',
  },
  run: {
    on: ['rule', 'http', 'generate'],
    types: ['plan', 'target', 'discovery'],
    because: 'a run does not judge the service',
  },
  verdict: { on: ['rule'], types: ['plan', 'run', 'target'], because: 'judging is pure' },
  report: { on: [], types: ['verdict'], because: 'every format is a view of the report and of nothing else' },
  proving: { on: [], because: 'the proving ground must not know the kit that it proves' },
  suites: { on: [], because: 'the law knows the vocabulary and nothing else' },
  cli: {
    on: ['front', 'rule', 'target', 'discovery', 'plan', 'draft', 'run', 'http', 'verdict', 'report', 'proving'],
    because: 'the front door opens on every room',
  },
  index: {
    on: ['front', 'library', 'rule', 'target', 'discovery', 'http', 'verdict', 'report'],
    because: 'programs have a front door as people do, and a report is no good to them without its views',
  },
  library: {
    on: ['front', 'rule', 'target', 'verdict'],
    because: 'a program gets the flow with sensible defaults, and nothing that the flow cannot do',
  },
  vitest: {
    on: ['front', 'library', 'rule', 'target', 'plan', 'verdict', 'report'],
    because: 'a test run is one more door on the flow, and words failures as the views do',
  },
  front: {
    on: ['rule', 'target', 'discovery', 'plan', 'run', 'http', 'verdict'],
    because: 'the flow knows every room but the views',
  },
};

/** Each outside library has one door, except fast-check: its words are the rules' words, its makers are in generate, its runner is in run. */
const doors: Record<string, readonly string[]> = {
  undici: ['http'],
  commander: ['cli'],
  yaml: ['target', 'discovery', 'draft'],
  'js-yaml': ['discovery'],
  ajv: ['target', 'generate'],
  'ajv-formats': ['target', 'generate'],
  'fast-check': ['rule', 'generate', 'run'],
  // The browser in which pictures of the report are taken, at development only.
  'playwright-core': ['cli'],
  // The caller's own runner: whoever opens this door has it.
  vitest: ['vitest'],
};

describe('floors', () => {
  test.each(Object.entries(floors))('%s leans only on what is below it', (room, { on, types = [], because }) => {
    const allowed = (to: string, isType: boolean) => {
      const other = roomOf(to);
      return (
        other === room ||
        (other === 'model' && room !== 'proving') ||
        on.includes(other) ||
        (isType && types.includes(other))
      );
    };
    const wrong = code
      .filter((source) => source.room === room)
      .flatMap(({ path, imports }) =>
        imports
          .filter(({ to, isType }) => /^(src|suites)\//.test(to) && !allowed(to, isType))
          .map(({ to }) => `${path} leans on ${to}`),
      );
    expect(wrong, because).toEqual([]);
  });

  test('every room has a floor', () => {
    expect([...new Set(code.map(({ room }) => room))].filter((room) => !(room in floors))).toEqual([]);
  });

  test('suites import the vocabulary and their own private parts only', () => {
    const wrong = code
      .filter(({ room }) => room === 'suites')
      .flatMap(({ path, imports }) =>
        imports
          .filter(({ to }) => to !== '#rule' && dirname(to) !== dirname(path))
          .map(({ to }) => `${path} imports ${to}`),
      );
    expect(wrong).toEqual([]);
  });

  test('each outside library has its door', () => {
    const wrong = code.flatMap(({ path, room, imports }) =>
      imports
        .filter(({ to }) => !/^(src|suites|node:|#)/.test(to))
        .map(({ to }) =>
          to
            .split('/')
            .slice(0, to.startsWith('@') ? 2 : 1)
            .join('/'),
        )
        .filter((library) => !doors[library]?.includes(room))
        .map((library) => `${path} imports ${library}`),
    );
    expect(wrong).toEqual([]);
  });

  test.each(['rule', 'plan', 'draft', 'verdict', 'report', 'generate'])(
    '%s is dry: no clock, no chance, no I/O',
    (room) => {
      const wet =
        /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bperformance\.now\(|\bsetTimeout\(|\bprocess\.|from 'node:(fs|net|http|crypto)/;
      expect(code.filter((source) => source.room === room && wet.test(source.text)).map(({ path }) => path)).toEqual(
        [],
      );
    },
  );

  test('only the front doors touch the process, and that of programs to learn the environment alone', () => {
    const asksEnvironment = ({ path }: Source) => path === 'src/api/make-profile.ts';
    const wrong = code.filter(
      (source) =>
        source.room !== 'cli' &&
        (asksEnvironment(source)
          ? /\bprocess\.(stdout|stderr|argv|exit|on)\b/
          : /\bprocess\.(stdout|stderr|argv|env|exit|on)\b/
        ).test(source.text),
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });
});

describe('budgets', () => {
  const lengthOf = ({ text }: Source) =>
    text
      .replace(/^import[\s\S]*?;\n/gm, '')
      .split('\n')
      .filter((line) => line.trim() !== '').length;

  test('a rule is at most 60 lines beside its imports', () => {
    const rules = code.filter(({ path }) => /^suites\/.+\/[a-z][^/]*\.ts$/.test(path));
    expect(rules.length).toBeGreaterThan(0);
    expect(rules.filter((rule) => lengthOf(rule) > 60).map(({ path }) => path)).toEqual([]);
  });

  test('a file is at most 200 lines', () => {
    const isData = ({ path }: Source) => path.startsWith('src/demo/faults/');
    expect(code.filter((source) => !isData(source) && lengthOf(source) > 200).map(({ path }) => path)).toEqual([]);
  });

  test('the median of src is at most 80 lines', () => {
    const lengths = code
      .filter(({ path }) => path.startsWith('src/'))
      .map(lengthOf)
      .sort((a, b) => a - b);
    expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThanOrEqual(80);
  });

  test('the flow fits on one screen', () => {
    const flow = code.find(({ path }) => path === 'src/audit.ts');
    expect(flow && lengthOf(flow)).toBeLessThanOrEqual(60);
  });

  test('nothing is called utils, helpers, common or manager', () => {
    expect(
      code.filter(({ path }) => /\b(utils?|helpers?|common|managers?)\b/i.test(path)).map(({ path }) => path),
    ).toEqual([]);
  });

  test('no machine path and no unfinished work is left in the sources', () => {
    const unfinished = new RegExp(['TO', 'DO|FIX', 'ME|@ts-ig', 'nore'].join(''));
    expect(sources.filter(({ text }) => unfinished.test(text)).map(({ path }) => path)).toEqual([]);
  });
});
