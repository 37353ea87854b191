import type { Task } from '../deferred-tasks.js';
import { type Answer, empty, json, problem } from '../http/answer.js';
import type { JsonObject } from '../http/json.js';
import type { Schema } from '../http/validate.js';
import type { Handler, Service } from '../request-context.js';
import type { Settings } from '../settings.js';

/** Accepts what is done later, and says where it is told how far it is. */
export function accepted(service: Service, subject: string, leadsTo: string | undefined, run: () => boolean): Answer {
  const task = service.later.accept({ tenant: service.tenant, leadsTo, run }, subject);
  return json(202, shownTask(task), { location: `/operations/${task.id}` });
}

/** GET and HEAD of what was accepted: how far it is, and what came of it. */
export const readOperation: Handler = ({ id, service }) => {
  const task = service.later.find(id);
  if (!task || task.tenant !== service.tenant) return problem(404, 'There is no such operation.');
  if (task.state === 'pending') return json(200, shownTask(task), { 'retry-after': '1' });
  const isElsewhere = task.state === 'succeeded' && task.leadsTo !== undefined && leadsAway(service.settings);
  return isElsewhere ? empty(303, { location: task.leadsTo ?? '' }) : json(200, shownTask(task));
};

/** Whether what is done answers 303 to what came of it, instead of naming it. */
export const leadsAway = ({ seed }: Settings): boolean => seed % 2 === 0;

/** Whether there are operations to read. */
export const hasOperations = ({ areCreationsDelayed, areWritesDelayed }: Settings): boolean =>
  areCreationsDelayed || areWritesDelayed;

/** The schema of an operation. */
export const operationSchema: Schema = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    status: { type: 'string', enum: ['pending', 'succeeded', 'failed'] },
    resource: { type: 'string' },
  },
  required: ['id', 'status'],
};

function shownTask({ id, state, leadsTo }: Task): JsonObject {
  return { id, status: state, ...(state === 'succeeded' && leadsTo !== undefined && { resource: leadsTo }) };
}
