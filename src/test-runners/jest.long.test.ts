import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { startDemo } from '../demo/start-demo.js';
import { conformance } from './jest.js';

const bumping = 'safety/get-does-not-change-the-item';
const seen = 'creation/created-item-is-readable';
const patched = 'safety/repeated-get-returns-the-same';

interface Registered {
  readonly name: string;
  readonly isSkipped: boolean;
  readonly body: () => void;
}

/** The globals of Jest, as far as the adapter uses them; they collect what is registered. */
function provideGlobals(): Registered[] {
  const registered: Registered[] = [];
  const add = (isSkipped: boolean) => (name: string, body: () => void) =>
    void registered.push({ name, isSkipped, body });
  vi.stubGlobal('describe', (_: string, body: () => void) => body());
  vi.stubGlobal('test', Object.assign(add(false), { skip: add(true) }));
  return registered;
}

afterEach(() => void vi.unstubAllGlobals());

describe('in a file of tests that Jest runs', () => {
  test('a test is registered for every check, whose result is known by then', async () => {
    const demo = await startDemo({ fault: 'get-bumps-a-counter' });
    onTestFinished(() => demo.close());
    const registered = provideGlobals();
    let orders: number | undefined;
    await conformance({
      baseUrl: demo.url,
      profile: {},
      env: {},
      cases: 2,
      seed: 3,
      only: [bumping, seen, patched],
      onReport: () => {
        orders = demo.orders();
      },
    });
    const passing = registered.filter(({ isSkipped }) => !isSkipped);
    expect(passing.map(({ name }) => name).sort()).toEqual([
      `${seen} [orders]`,
      `${bumping} [orders]`,
      ...['GET /', 'GET /openapi.json', 'GET /orders'].map((operation) => `${patched} [${operation}]`),
      'the run as a whole',
    ]);
    expect(registered.filter(({ isSkipped }) => isSkipped).map(({ name }) => name)).toEqual([
      expect.stringContaining(`${patched} [orders]: inconclusive`),
    ]);
    const failing = passing.filter(({ body }) => fails(body));
    expect(failing.map(({ name }) => name)).toEqual([`${bumping} [orders]`]);
    expect(failing[0]?.body).toThrow(`conformance({ only: ['${bumping}'], seed: 3, … })`);
    expect(orders).toBe(0);
  });

  test('without the globals of Jest, nothing is audited, and the error says what is needed', async () => {
    const demo = await startDemo();
    onTestFinished(() => demo.close());
    vi.stubGlobal('describe', undefined);
    const error = conformance({ baseUrl: demo.url, profile: {}, env: {} });
    await expect(error).rejects.toThrow('assay/jest needs the globals describe and test of Jest');
    expect(demo.orders()).toBe(0);
  });
});

function fails(body: () => void): boolean {
  try {
    body();
    return false;
  } catch {
    return true;
  }
}
