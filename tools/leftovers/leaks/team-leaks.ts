import { clock } from '../../../src/demo/clock.js';
import {
  type Answer,
  createEmptyAnswer,
  createJsonAnswer,
  createProblem,
} from '../../../src/demo/service/http/answer.js';
import { isObject, type JsonObject } from '../../../src/demo/service/http/json.js';
import type { Leak } from '../leak.js';
import { members } from '../team/team-service.js';
import type { TeamHabit, TeamRequest } from '../team/team-store.js';

const isCreation = ({ method, list, id }: TeamRequest): boolean =>
  method === 'POST' && list === 'members' && id === undefined;

/** Calls back after each creation that succeeded. */
const afterCreation =
  (call: (asked: TeamRequest, name: string) => void) =>
  (asked: TeamRequest): Answer => {
    const answer = asked.proceed();
    if (isCreation(asked) && answer.status === 201) call(asked, readName(asked));
    return answer;
  };

/** Calls back after each creation that was refused, if anything can be stored of it. */
const afterRefusal =
  (call: (asked: TeamRequest, sent: JsonObject) => void) =>
  (asked: TeamRequest): Answer => {
    const answer = asked.proceed();
    if (isCreation(asked) && answer.status === 400 && isObject(asked.sent)) call(asked, keepTexts(asked.sent));
    return answer;
  };

const keepTexts = (sent: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(sent).filter(([name, value]) => name !== 'id' && name !== 'token' && typeof value === 'string'),
  );

const readName = ({ sent }: TeamRequest): string => (isObject(sent) ? String(sent.name) : '');

const users = { methods: 'GET', itemMethods: 'GET' } as const;

/** Shows the invitations beside the members, in one object. */
const showBoth = (asked: TeamRequest, answer: Answer): Answer =>
  asked.method === 'GET' && asked.list === 'members' && asked.id === undefined
    ? createJsonAnswer(200, {
        members: [...asked.store.list('members').values()],
        invitations: [...asked.store.list('invitations').values()],
      })
    : answer;

const serve = (name: string, says: string, habit: () => TeamHabit, more: Partial<Leak> = {}): Leak => ({
  ...{ name, says, open: () => (asked) => asked.proceed() },
  ...more,
  team: habit,
});

/** Services with several lists: what a request creates appears in another one. */
export const teamLeaks: readonly Leak[] = [
  serve('creates-a-user-too', 'POST of a member also creates a user, who is left when the member is removed.', () => ({
    lists: { members, users: { ...users, existing: [{ name: 'Person 1' }] } },
    answer: afterCreation(({ store }, name) => void store.add('users', { name })),
  })),
  serve('creates-a-removable-user-too', 'The same, and users can be removed.', () => ({
    lists: { members, users: { ...users, itemMethods: 'GET DELETE' } },
    answer: afterCreation(({ store }, name) => void store.add('users', { name })),
  })),
  serve(
    'stores-refused-members-as-drafts',
    'A refused member is stored as a draft.',
    () => ({
      lists: { members, drafts: { ...users, itemMethods: 'GET DELETE' } },
      answer: afterRefusal(({ store }, sent) => void store.add('drafts', sent)),
    }),
    { isMarkerLost: true },
  ),
  serve('list-has-two-arrays', 'The list shows invitations beside members, and each creation adds one.', () => ({
    lists: { members, invitations: { ...users, methods: 'GET', idMember: 'token' } },
    answer: (asked) =>
      showBoth(asked, afterCreation(({ store }, name) => void store.add('invitations', { name }))(asked)),
  })),
  serve('invitations-are-only-in-the-second-array', 'The same, and invitations have no list of their own.', () => ({
    lists: { members, invitations: { methods: '', idMember: 'token', itemMethods: 'GET DELETE' } },
    answer: (asked) =>
      showBoth(asked, afterCreation(({ store }, name) => void store.add('invitations', { name }))(asked)),
  })),
  serve(
    'refused-members-are-in-the-second-array',
    'A refused member is stored as an invitation.',
    () => ({
      lists: { members, invitations: { methods: '', idMember: 'token', itemMethods: 'GET DELETE' } },
      answer: (asked) => showBoth(asked, afterRefusal(({ store }, sent) => void store.add('invitations', sent))(asked)),
    }),
    { isMarkerLost: true },
  ),
  serve('log-quotes-members', 'A log has a sentence about each new member.', () => ({
    lists: { members, activity: { methods: 'GET', isLog: true, existing: [{ text: 'Person 1 was created' }] } },
    answer: afterCreation(({ store }, name) => void store.add('activity', { text: `${name} was created` })),
  })),
  serve('log-names-members', 'A log has an entry for each new and each removed member, with its name.', () => ({
    lists: { members, audit: { methods: 'GET', itemMethods: 'GET', isLog: true } },
    answer: (asked) => {
      const gone = asked.id === undefined ? undefined : asked.store.list('members').get(asked.id);
      const answer = afterCreation(({ store }, name) => void store.add('audit', { action: 'create', member: name }))(
        asked,
      );
      if (asked.method === 'DELETE' && answer.status === 204 && gone !== undefined)
        asked.store.add('audit', { action: 'remove', member: gone.name ?? '' });
      return answer;
    },
  })),
  serve('others-name-the-newest-member', 'A board of another client names the newest member.', () => ({
    lists: {
      members,
      boards: {
        methods: 'GET',
        itemMethods: 'GET DELETE',
        isLog: true,
        existing: [{ title: 'Board', newest: 'none' }],
      },
    },
    answer: afterCreation(({ store }, name) => {
      for (const [id, board] of store.list('boards')) store.list('boards').set(id, { ...board, newest: name });
    }),
  })),
  serve('summary-has-lists', 'An address that is no collection shows the newest users.', () => ({
    lists: { members, overview: { methods: 'GET', isUndescribed: true } },
    answer: (asked) =>
      asked.list === 'overview' && asked.id === undefined && asked.method === 'GET'
        ? createJsonAnswer(200, { count: 3, users: [...asked.store.list('overview').values()], teams: [{ name: 'A' }] })
        : afterCreation(({ store }, name) => void store.add('overview', { name }))(asked),
  })),
  serve('token-is-the-address', 'Items are addressed by their token, and DELETE is refused.', () => ({
    lists: { members: { ...members, idMember: 'token', itemMethods: 'GET PUT' } },
  })),
  serve('removes-later', 'DELETE answers 202, and removes after two seconds.', () => ({
    lists: { members },
    answer: (asked) => {
      if (asked.method !== 'DELETE' || asked.id === undefined) return asked.proceed();
      const items = asked.store.list(asked.list);
      const { id } = asked;
      if (!items.has(id)) return asked.proceed();
      setTimeout(() => items.delete(id), 2_000);
      return createEmptyAnswer(202);
    },
  })),
  serve('missing-items-answer-200', 'GET of a missing member answers 200 with a message.', () => ({
    lists: { members },
    answer: (asked) => {
      const answer = asked.proceed();
      return asked.method === 'GET' && asked.id !== undefined && answer.status === 404
        ? createJsonAnswer(200, { message: 'no such member' })
        : answer;
    },
  })),
  serve('missing-items-answer-403', 'GET and DELETE of a missing member answer 403.', () => ({
    lists: { members },
    answer: (asked) => {
      const answer = asked.proceed();
      return asked.id !== undefined && answer.status === 404 ? createProblem(403, 'Not yours.') : answer;
    },
  })),
  serve(
    'accepts-and-drops',
    'From the fourth on, a third of the creations answer 201 without a name or an address, and store nothing.',
    () => {
      let count = 0;
      return {
        lists: { members },
        answer: (asked) => {
          if (!isCreation(asked)) return asked.proceed();
          count += 1;
          return count > 3 && asked.random.next() < 0.3 ? createEmptyAnswer(201) : asked.proceed();
        },
      };
    },
  ),
  serve('delete-is-locked-at-first', 'DELETE is refused for the first two seconds after the first one.', () => {
    let until: number | undefined;
    return {
      lists: { members },
      answer: (asked) => {
        if (asked.method !== 'DELETE') return asked.proceed();
        until ??= clock.now() + 2_000;
        return clock.now() < until ? createProblem(405, 'Locked.') : asked.proceed();
      },
    };
  }),
  serve('items-expire', 'A member disappears a second after its creation, and DELETE is not supported.', () => ({
    lists: { members: { ...members, itemMethods: 'GET PUT' } },
    answer: (asked) => {
      const answer = asked.proceed();
      if (isCreation(asked) && answer.status === 201 && isObject(answer.body)) {
        const { id } = answer.body;
        setTimeout(() => asked.store.list('members').delete(String(id)), 1_000).unref();
      }
      return answer;
    },
  })),
];
