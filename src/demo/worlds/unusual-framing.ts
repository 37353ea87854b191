import type { Answer } from '../service/http/answer.js';
import type { Delivery } from '../service/http/deliver-answer.js';
import type { Request } from '../service/http/request.js';
import type { Chance } from '../service/seeded-random.js';
import { type World, whenAnswered } from './world.js';

/** Worlds in which answers are put on the wire in unusual ways that are allowed. */
export const wireWorlds: readonly World[] = [
  delivered(
    'idle-connections-closed',
    'Each connection is closed without a word as soon as an answer was handed over.',
    () => ({ isLast: true }),
  ),
  around('connection-per-request', 'Each answer closes its connection, and says so.', (answer) => ({
    ...answer,
    headers: { ...answer.headers, connection: 'close' },
  })),
  delivered(
    'interim-answers',
    'Interim answers come before each answer: 102 or 103, up to three of them.',
    (_, chance) => ({
      interim: Array.from({ length: chance.within(1, 3) }, () => chance.oneOf([102, 103] as const)),
    }),
  ),
  delivered('octet-by-octet', 'Content has no length, and comes in chunks of one octet.', () => ({ chunk: 1 })),
  around('compressed', 'Content is coded with gzip or br for those who accept it.', compressed),
  delivered('oddly-spelt-fields', 'Names of fields are spelt in odd case.', () => ({ isOddlySpelt: true })),
  around(
    'unknown-fields',
    'Answers carry many fields that nobody knows, some of them twice and some of them empty.',
    strange,
  ),
];

type Change = (answer: Answer, request: Request, chance: Chance) => Answer;

function around(name: string, says: string, change: Change): World {
  const open = (chance: Chance): ReturnType<NonNullable<World['open']>> => ({
    around: (request, proceed) => whenAnswered(proceed(), (said) => change(said, request, chance)),
  });
  return { name, says, open };
}

function delivered(name: string, says: string, how: (request: Request, chance: Chance) => Delivery): World {
  return around(name, says, (answer, request, chance) => ({
    ...answer,
    delivery: { ...answer.delivery, ...how(request, chance) },
  }));
}

/** What has a strong validator keeps its coding: another one would be another representation (RFC 9110 §8.8.3). */
function compressed(answer: Answer, { headers }: Request): Answer {
  const accepted = String(headers['accept-encoding'] ?? '');
  const coding = accepted.includes('gzip') ? 'gzip' : accepted.includes('br') ? 'br' : undefined;
  const varied = { ...answer, headers: { ...answer.headers, vary: 'Accept-Encoding' } };
  const isStrong = answer.headers.etag?.startsWith('"');
  return coding === undefined || isStrong ? varied : { ...varied, delivery: { ...answer.delivery, coding } };
}

function strange(answer: Answer, _: Request, chance: Chance): Answer {
  const many = Array.from(
    { length: chance.within(5, 40) },
    (_unused, at) => [`x-hop-${at}`, `${at}`.repeat(at)] as const,
  );
  const fields = { 'x-nothing': '', 'x-trace': `${chance.next()}`, 'x-powered-by': 'chance', nel: '{"max_age":0}' };
  return { ...answer, headers: { ...Object.fromEntries(many), ...fields, ...answer.headers } };
}
