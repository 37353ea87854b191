import {
  type Answer,
  createEmptyAnswer,
  createJsonAnswer,
  createProblem,
} from '../../../src/demo/service/http/answer.js';
import { hostServer } from '../../../src/demo/service/http/host-server.js';
import { isObject, type Json, type JsonObject } from '../../../src/demo/service/http/json.js';
import type { Request } from '../../../src/demo/service/http/request.js';
import { createAnswerServer } from '../../../src/demo/service/http/server.js';
import { createSeededRandom } from '../../../src/demo/service/seeded-random.js';
import type { LeakyService } from '../leak.js';
import { describeTeam } from './team-document.js';
import { createTeamStore, type TeamHabit, type TeamList, type TeamRequest, type TeamStore } from './team-store.js';

/** The list that every team has. */
export const members: TeamList = {
  methods: 'GET POST',
  itemMethods: 'GET PUT DELETE',
  existing: [1, 2, 3].map((n) => ({ name: `Person ${n}`, role: 'reader' })),
};

/** Starts a service with a team on a free port of the loopback. */
export async function startTeamService(habit: TeamHabit, seed: number, name: string): Promise<LeakyService> {
  const random = createSeededRandom(seed, name);
  const store = createTeamStore(habit.lists, random);
  const listOld = () => listEntries(store, true).map(({ list, item }) => ({ list, text: JSON.stringify(item) }));
  const before = listOld().map(({ text }) => text);
  const writes: string[] = [];
  const waiting: { readonly count: number; readonly call: () => void }[] = [];
  const server = createAnswerServer((request) => {
    if (!/^(GET|HEAD|OPTIONS)$/.test(request.method)) {
      writes.push(`${request.method} ${request.target}`);
      for (const { call } of waiting.filter(({ count }) => count === writes.length)) call();
    }
    if (request.target === '/openapi.json') return createJsonAnswer(200, describeTeam(habit.lists));
    const [, list = '', id] = (request.target.split('?')[0] ?? '').split('/').map(decodeURIComponent);
    const asked = { method: request.method, list, id, sent: readJson(request), store, random };
    const proceed = () => answerTeam(asked);
    return habit.answer?.({ ...asked, proceed }) ?? proceed();
  });
  const hosting = await hostServer(server, 0, '127.0.0.1');
  const listNew = (isLog: boolean) =>
    listEntries(store, false).filter(({ list }) => (store.lists[list]?.isLog ?? false) === isLog);
  const hasMarker = (item: JsonObject) => /assay-/i.test(JSON.stringify(item));
  return {
    url: hosting.url,
    writes,
    countOurs: () => listNew(false).length,
    countUnmarked: () => listNew(false).filter(({ item }) => !hasMarker(item)).length,
    countMentions: () => [...listNew(true), ...listEntries(store, true)].filter(({ item }) => hasMarker(item)).length,
    listSecrets: () => listNew(false).flatMap(({ item: { token } }) => (typeof token === 'string' ? [token] : [])),
    listDestroyed: () => [],
    listChanged: () =>
      listOld()
        .filter(({ list, text }) => store.lists[list]?.isLog !== true && !before.includes(text))
        .map(({ list }) => `/${list}`),
    onWrite: (count, call) => void waiting.push({ count, call }),
    close: hosting.close,
  };
}

const listEntries = (store: TeamStore, isOld: boolean): { readonly list: string; readonly item: JsonObject }[] =>
  Object.keys(store.lists).flatMap((list) =>
    [...store.list(list)].filter(([id]) => store.isOld(list, id) === isOld).map(([, item]) => ({ list, item })),
  );

function readJson({ content }: Request): Json | undefined {
  try {
    return JSON.parse(content.toString());
  } catch {
    return undefined;
  }
}

/** Answers as the document says. */
function answerTeam({ method, list, id, sent, store }: Omit<TeamRequest, 'proceed'>): Answer {
  const known = store.lists[list];
  if (known === undefined) return createProblem(404, 'No such resource.');
  const allowed = id === undefined ? known.methods : known.itemMethods;
  if (allowed === undefined) return createProblem(404, 'No such resource.');
  if (!allowed.split(' ').includes(method))
    return { ...createProblem(405, 'Not allowed here.'), headers: { allow: allowed.replaceAll(' ', ', ') } };
  const items = store.list(list);
  if (id === undefined) {
    if (method === 'GET') return createJsonAnswer(200, { [list]: [...items.values()] });
    if (!isMember(sent)) return createProblem(400, 'This is no member.');
    const item = store.add(list, sent);
    return createJsonAnswer(201, item, { location: `/${list}/${item[known.idMember ?? 'id']}` });
  }
  const item = items.get(id);
  if (item === undefined) return createProblem(404, 'No such item.');
  if (method === 'GET') return createJsonAnswer(200, item);
  if (method === 'DELETE') {
    items.delete(id);
    return createEmptyAnswer(204);
  }
  if (!isMember(sent)) return createProblem(400, 'This is no member.');
  const changed = { [known.idMember ?? 'id']: id, ...sent };
  items.set(id, changed);
  return createJsonAnswer(200, changed);
}

function isMember(sent: Json | undefined): sent is JsonObject {
  if (!isObject(sent)) return false;
  const { name, role, ...others } = sent;
  const isNamed = typeof name === 'string' && name.length > 0 && [...name].length <= 200;
  return isNamed && (role === 'reader' || role === 'writer') && Object.keys(others).length === 0;
}
