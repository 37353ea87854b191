import { describe, expect, test } from 'vitest';
import { simplestDesign } from '../design/simplest.js';
import { faults } from '../faults/faults.js';
import { listTasks } from './list-tasks.js';
import { emptyMeasurement, type Measured, type ReportedViolation } from './measurement.js';
import { parseShapesOptions } from './options.js';
import { renderDetections, renderModes } from './render-table.js';
import { summarizeModes } from './summarize.js';
import { listDetections, summarizeFaults } from './summarize-faults.js';

const violation: ReportedViolation = {
  ...{ rule: 'safety/get-does-not-change-the-item', subject: 'bookings', level: 'MUST', family: 'convention' },
  ...{ clauses: ['1.3'], summary: '', isConfirmed: true, fails: true, failsOnData: false },
};
const correct: Measured = { ...emptyMeasurement, design: simplestDesign, mode: 'url', exit: 0, requests: 10 };
const faulty: Measured = { ...correct, fault: 'get-counts', exit: 1 };
const detect = (base: Partial<Measured>, one: Partial<Measured>) =>
  listDetections([
    { ...correct, ...base },
    { ...faulty, ...one },
  ]);

test('a fault is found by a violation of a promise that it breaks, if it is not reported without the fault', () => {
  expect(detect({}, { violations: [violation] })).toMatchObject([{ isFound: true, fails: true, failsOnData: false }]);
  expect(detect({ violations: [violation] }, { violations: [violation] })).toMatchObject([{ isFound: false }]);
  const other = { ...violation, rule: 'responses/statuses-are-registered' };
  expect(detect({}, { violations: [other] })).toMatchObject([{ isFound: false }]);
});

test('a fault is called held if a rule held whose promise and clause it breaks, and none found it', () => {
  const held = { [violation.rule]: ['1.3'] };
  expect(detect({}, { held })).toMatchObject([{ isHeld: true }]);
  expect(detect({}, { held: { [violation.rule]: ['7'] } })).toMatchObject([{ isHeld: false }]);
  expect(detect({}, { held: { 'responses/any': ['1.3'] } })).toMatchObject([{ isHeld: false }]);
  expect(detect({}, { held, violations: [violation] })).toMatchObject([{ isHeld: false }]);
});

describe('a fault that removes items of others', () => {
  const fault = 'creation-removes-the-others';
  const gone = {
    collection: 'booking',
    id: '1',
    createdBy: 'others',
    is: 'gone',
    requests: ['POST /bookings'],
  } as const;
  const harm = { fault, harmed: [gone], reportedHarm: 1, harmRequests: ['POST /bookings'], exit: 5, exitOnData: 5 };

  test('is found by a report of harm that names the request that did it', () => {
    const found = { isFound: true, isHarmOnly: true, fails: true, failsOnData: true, isHeld: false };
    expect(detect({}, harm)).toMatchObject([found]);
    const ruled = { ...violation, rule: 'effects/writing-an-item-keeps-the-others' };
    expect(detect({}, { ...harm, violations: [ruled] })).toMatchObject([{ isFound: true, isHarmOnly: false }]);
  });

  test('is not found if the report names another request, or has harm without the fault, too', () => {
    expect(detect({}, { ...harm, harmRequests: ['DELETE /bookings/2'] })).toMatchObject([{ isFound: false }]);
    expect(detect({ reportedHarm: 1 }, harm)).toMatchObject([{ isFound: false, fails: false }]);
    expect(detect({}, { ...harm, fault: 'creation-stores-twice' })).toMatchObject([{ isFound: false }]);
  });

  test('is counted below the table', () => {
    const detections = detect({}, harm);
    expect(
      renderDetections(summarizeFaults(detections, ['url']))
        .split('\n')
        .at(-1),
    ).toMatch(/ by no violation: 1\.$/);
  });
});

test('tables have a column for each mode', () => {
  const all = [{ ...correct, violations: [{ ...violation, isConfirmed: false }] }, faulty];
  const table = renderModes(summarizeModes(all, ['url', 'flag']));
  expect(table.split('\n')[0]).toBe('|  | url | flag |');
  expect(table).toContain('| Audits | 1 | 0 |');
  expect(table).toContain('| Reported violations: confirmed / wrong | 0 / 1 | 0 / 0 |');
  expect(table).toContain('| Requests: median / sum | 10 / 10 | 0 / 0 |');
  expect(renderDetections(summarizeFaults(listDetections(all), ['url']))).toContain('| reading | 0 / 0 / 0 / 0 of 1 |');
});

test('a task for each mode without a fault, and one for each pair with a fault; faults and modes take turns', () => {
  const tasks = listTasks([simplestDesign, { ...simplestDesign, seed: 1 }], ['url', 'init'], 2);
  const faulty = tasks.filter(({ fault }) => fault !== undefined);
  expect([tasks.length, faulty.map(({ mode }) => mode)]).toEqual([8, ['url', 'init', 'url', 'init']]);
  expect(new Set(tasks.map(({ fault }) => fault)).size).toBe(5);
});

test('a fault that shows to two callers only is measured where the kit has the credentials of both', () => {
  const service = { ...simplestDesign.service, access: 'bearer', callers: 'two' } as const;
  const tasks = listTasks([{ ...simplestDesign, service }], ['flag', 'profile'], faults.length);
  const modesOf = (name: string) => tasks.flatMap(({ fault, mode }) => (fault === name ? mode : []));
  expect(modesOf('items-of-other-callers-are-shown')).toEqual(['profile']);
  expect(new Set(tasks.flatMap(({ fault, mode }) => (fault ? mode : [])))).toEqual(new Set(['flag', 'profile']));
});

test('options that are wrong are named', () => {
  expect(parseShapesOptions(['--mode', 'url,init', '--count', '3'])).toMatchObject({
    modes: ['url', 'init'],
    count: 3,
  });
  expect(() => parseShapesOptions(['--mode', 'all'])).toThrow('--mode all: give url, flag');
  expect(() => parseShapesOptions(['--count', 'many'])).toThrow('--count many: give a whole number');
});
