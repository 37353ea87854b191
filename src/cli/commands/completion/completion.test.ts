import { expect, test } from 'vitest';
import { createProgram } from '../../program.js';
import { listCompletions } from './candidates.js';
import { scripts } from './scripts.js';

const complete = (...words: string[]) =>
  listCompletions(
    createProgram(() => {}),
    words,
  );

test('commands, and help for each of them', async () => {
  expect(await complete('')).toEqual(
    expect.arrayContaining(['run', 'demo', 'replay', 'completion', 'help', '--version']),
  );
  expect(await complete('re')).toEqual(expect.arrayContaining(['replay', 'report']));
  expect(await complete('help', 'ru')).toEqual(
    ['rules', 'run']
      .toSorted()
      .filter((name) => name.startsWith('ru'))
      .toReversed(),
  );
  expect(await complete('')).not.toContain('complete');
});

test.each([
  [['run', '--max-t'], ['--max-time']],
  [['run', '--permit', 'de'], ['deletes']],
  [['run', '--permit=wr'], ['--permit=writes']],
  [['run', 'http://a', '--only', 'safety/*', 'idempotency/put-rep'], ['idempotency/put-replaces-the-whole-item']],
  [
    ['run', '--only', 'PUT-0'],
    ['PUT-01', 'PUT-03'],
  ],
  [['explain', 'safety/get-does-not-change-the-i'], ['safety/get-does-not-change-the-item']],
  [['demo', '--fault', 'get-bumps'], ['get-bumps-a-counter']],
  [['demo', '--world', 'lagging-r'], ['lagging-reads']],
  [['run', '--format', 'json,jun'], ['json,junit']],
  [['rules', '--format', 'm'], ['markdown']],
  [['completion', 'z'], ['zsh']],
  [['run', '--profile', ''], [':files']],
  [['run', '--out', ''], [':folders']],
  [['replay', ''], [':files']],
  [['run', '--seed', ''], []],
  [
    ['fleet', ''],
    ['report', 'manifest', ':files'],
  ],
  [
    ['fleet', 're'],
    ['report', ':files'],
  ],
  [
    ['fleet', 'manifest', 'fleet.yaml', '--as', ''],
    ['kubernetes', 'github'],
  ],
  [['fleet', 'report', ''], [':files']],
  [['fleet', 'report', 'all', '--b'], ['--before']],
  [['worker', 'fleet.yaml', '--un'], ['--until-empty']],
  [['nosuch', ''], []],
])('after %j come %j', async (words, expected) => {
  expect((await complete(...words)).slice(0, expected.length || undefined)).toEqual(expected);
});

test.each(Object.entries(scripts))('the script for %s asks assay, and evaluates nothing of its output', (_, script) => {
  expect(script).toMatch(/ complete ('--'|--) /);
  expect(script).not.toMatch(/\beval\b|Invoke-Expression(?!\n)/);
});
