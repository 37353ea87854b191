import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { textOf } from './sources.fixture.js';

/** Maximum number of names that a rule author meets, types included. */
const mostMembers = 94;

/** Maximum number of members of the tools of a rule. */
const mostTools = 8;

describe('#rule', () => {
  const members = listMembers('src/rule/index.ts');

  test(`has at most ${mostMembers} members, counted through its namespaces`, () => {
    expect(members.length).toBeGreaterThan(50);
    expect(members.length, members.join(' ')).toBeLessThanOrEqual(mostMembers);
  });

  test('has each name once, so that it can be found without its namespace', () => {
    const names = members.map((member) => member.split('.').at(-1));
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  test('has the namespaces needs, values, compare and http', () => {
    const namespaces = members.filter((member) => member.includes('.')).map((member) => member.split('.')[0]);
    expect([...new Set(namespaces)].sort()).toEqual(['compare', 'http', 'needs', 'values']);
  });
});

describe('the tools of a rule', () => {
  test(`have at most ${mostTools} members, each for one purpose`, () => {
    const [, body = ''] = /^export interface Tools \{\n(.*?)^\}/ms.exec(textOf('src/rule/tools.ts')) ?? [];
    const members = [...body.matchAll(/^ {2}(?:readonly )?(\w+)[(<:?]/gm)].map(([, name]) => name);
    expect(members).toContain('items');
    expect(members.length, members.join(' ')).toBeLessThanOrEqual(mostTools);
  });
});

/** The names that a file exports from others; those of a namespace with its name before them: `needs.creatable`. */
function listMembers(file: string): string[] {
  const exported = [...textOf(file).matchAll(/^export ([^;]*?) from '([^']+)';/gms)];
  return exported.flatMap(([, what = '', from = '']) => {
    const [, namespace] = /^\* as (\w+)$/.exec(what) ?? [];
    const source = join(dirname(file), from).replace(/\.js$/, '.ts');
    if (namespace !== undefined) return listMembers(source).map((name) => `${namespace}.${name}`);
    const [, names] = /^(?:type )?\{([^}]*)\}$/.exec(what) ?? [];
    if (names === undefined) throw new Error(`${file}: export names, or a namespace: ${what}`);
    return names
      .split(',')
      .map((name) => name.trim().replace(/^type /, ''))
      .filter((name) => name !== '');
  });
}
