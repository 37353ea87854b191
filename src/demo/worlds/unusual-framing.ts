import type { Answer } from '../service/http/answer.js';
import type { DeliveryOptions } from '../service/http/deliver-answer.js';
import type { Request } from '../service/http/request.js';
import type { SeededRandom } from '../service/seeded-random.js';
import { chainAnswer, type World } from './world.js';

export const framingWorlds: readonly World[] = [
  createDeliveryWorld(
    'idle-connections-closed',
    'The server closes each connection after a response without announcing it.',
    () => ({ isLast: true }),
  ),
  createFramingWorld('connection-per-request', 'Each response closes its connection and announces it.', (answer) => ({
    ...answer,
    headers: { ...answer.headers, connection: 'close' },
  })),
  createDeliveryWorld(
    'interim-answers',
    'Each response follows up to three interim responses, 102 or 103.',
    (_, chance) => ({
      interim: Array.from({ length: chance.drawInteger(1, 3) }, () => chance.pick([102, 103] as const)),
    }),
  ),
  createDeliveryWorld('octet-by-octet', 'Content has no length and is sent in chunks of one octet.', () => ({
    chunk: 1,
  })),
  createFramingWorld('compressed', 'Content is encoded with gzip or br when the client accepts it.', compressAnswer),
  createDeliveryWorld('unusual-field-case', 'Field names have unusual case.', () => ({
    hasMixedCaseNames: true,
  })),
  createFramingWorld(
    'unknown-fields',
    'Responses have many unknown fields, some repeated and some empty.',
    addStrangeFields,
  ),
];

type AnswerChange = (answer: Answer, request: Request, chance: SeededRandom) => Answer;

function createFramingWorld(name: string, says: string, change: AnswerChange): World {
  const open = (chance: SeededRandom): ReturnType<NonNullable<World['open']>> => ({
    around: (request, proceed) => chainAnswer(proceed(), (inner) => change(inner, request, chance)),
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

/** A response with a strong validator keeps its coding (RFC 9110 §8.8.3). */
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
