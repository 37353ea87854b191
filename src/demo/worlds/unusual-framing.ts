import type { Answer } from '../service/http/answer.js';
import type { DeliveryOptions } from '../service/http/deliver-answer.js';
import type { Request } from '../service/http/request.js';
import type { SeededRandom } from '../service/seeded-random.js';
import { chainAnswer, type World } from './world.js';

/** Worlds in which answers are put on the wire in unusual ways that are allowed. */
export const framingWorlds: readonly World[] = [
  createDeliveryWorld(
    'idle-connections-closed',
    'Each connection is closed without a word as soon as an answer was handed over.',
    () => ({ isLast: true }),
  ),
  createFramingWorld('connection-per-request', 'Each answer closes its connection, and says so.', (answer) => ({
    ...answer,
    headers: { ...answer.headers, connection: 'close' },
  })),
  createDeliveryWorld(
    'interim-answers',
    'Interim answers come before each answer: 102 or 103, up to three of them.',
    (_, chance) => ({
      interim: Array.from({ length: chance.drawInteger(1, 3) }, () => chance.pick([102, 103] as const)),
    }),
  ),
  createDeliveryWorld('octet-by-octet', 'Content has no length, and comes in chunks of one octet.', () => ({
    chunk: 1,
  })),
  createFramingWorld('compressed', 'Content is coded with gzip or br for those who accept it.', compressAnswer),
  createDeliveryWorld('unusual-field-case', 'Names of fields are spelt in odd case.', () => ({
    hasMixedCaseNames: true,
  })),
  createFramingWorld(
    'unknown-fields',
    'Answers carry many fields that nobody knows, some of them twice and some of them empty.',
    addStrangeFields,
  ),
];

type AnswerChange = (answer: Answer, request: Request, chance: SeededRandom) => Answer;

function createFramingWorld(name: string, says: string, change: AnswerChange): World {
  const open = (chance: SeededRandom): ReturnType<NonNullable<World['open']>> => ({
    around: (request, proceed) => chainAnswer(proceed(), (said) => change(said, request, chance)),
  });
  return { name, says, open };
}

function createDeliveryWorld(
  name: string,
  says: string,
  how: (request: Request, chance: SeededRandom) => DeliveryOptions,
): World {
  return createFramingWorld(name, says, (answer, request, chance) => ({
    ...answer,
    delivery: { ...answer.delivery, ...how(request, chance) },
  }));
}

/** What has a strong validator keeps its coding: another one would be another representation (RFC 9110 §8.8.3). */
function compressAnswer(answer: Answer, { headers }: Request): Answer {
  const accepted = String(headers['accept-encoding'] ?? '');
  const coding = accepted.includes('gzip') ? 'gzip' : accepted.includes('br') ? 'br' : undefined;
  const varied = { ...answer, headers: { ...answer.headers, vary: 'Accept-Encoding' } };
  const isStrong = answer.headers.etag?.startsWith('"');
  return coding === undefined || isStrong ? varied : { ...varied, delivery: { ...answer.delivery, coding } };
}

function addStrangeFields(answer: Answer, _: Request, chance: SeededRandom): Answer {
  const many = Array.from(
    { length: chance.drawInteger(5, 40) },
    (_unused, at) => [`x-hop-${at}`, `${at}`.repeat(at)] as const,
  );
  const fields = { 'x-nothing': '', 'x-trace': `${chance.next()}`, 'x-powered-by': 'chance', nel: '{"max_age":0}' };
  return { ...answer, headers: { ...Object.fromEntries(many), ...fields, ...answer.headers } };
}
