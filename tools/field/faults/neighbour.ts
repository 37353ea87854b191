import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { repositoryRoot } from '../repository-root.js';

/** Items that another client creates, changes and removes, over and over; `{n}` in a text is a number that is used once. */
interface Writing {
  /** The path of the collection; below an item, relative to it. */
  readonly collection: string;
  readonly body: object;
  readonly change: object;
  readonly below?: readonly Writing[];
}

/** Another client of a service that writes at the same time. */
export interface Neighbour {
  /** Stops it when it has written everything at least once; resolves with the number of its requests. */
  stop(): Promise<number>;
}

/** Milliseconds between two requests of the client. */
const pauseMs = 30;

const locateWritings = (service: string): string => join(repositoryRoot, 'field', service, 'neighbour.json');

/** Whether it is known what another client of a service can write. */
export const hasNeighbour = (service: string): boolean => existsSync(locateWritings(service));

/** Starts a client that writes what `field/SERVICE/neighbour.json` lists, with this header field. Rejects on stop if a request was refused. */
export function startNeighbour(service: string, url: string, [name, value]: readonly [string, string]): Neighbour {
  const file = locateWritings(service);
  if (!hasNeighbour(service)) throw new Error(`${file} does not exist: it lists what another client writes`);
  const writings: readonly Writing[] = JSON.parse(readFileSync(file, 'utf8'));
  let [requests, number, isOver] = [0, 0, false];
  const send = async (method: string, path: string, body?: object) => {
    requests += 1;
    const content = body === undefined ? undefined : JSON.stringify(body).replaceAll('{n}', String(1000 + number));
    const headers = { [name]: value, ...(content !== undefined && { 'content-type': 'application/json' }) };
    const response = await fetch(url + path, { method, headers, ...(content !== undefined && { body: content }) });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} of another client returned ${response.status}: ${text}`);
    await wait(pauseMs);
    return text;
  };
  const write = async ({ collection, body, change, below = [] }: Writing, above: string) => {
    number += 1;
    const item = `${above}${collection}/${JSON.parse(await send('POST', above + collection, body)).id}`;
    await send('PATCH', item, change);
    for (const one of below) await write(one, `${item}/`);
    await send('GET', above + collection);
    await send('DELETE', item);
  };
  const work = async () => {
    do for (const one of writings) await write(one, '');
    while (!isOver);
  };
  const ended = work();
  // A refusal is reported on stop.
  ended.catch(() => undefined);
  return {
    async stop() {
      isOver = true;
      await ended;
      return requests;
    },
  };
}
