import type { DeferredTask } from '../deferred-tasks.js';
import { type Answer, createEmptyAnswer, createJsonAnswer, createProblem } from '../http/answer.js';
import type { JsonObject } from '../http/json.js';
import type { Schema } from '../http/validate.js';
import type { Handler, Service } from '../request-context.js';
import type { Settings } from '../settings.js';

export function acceptTask(service: Service, subject: string, leadsTo: string | undefined, run: () => boolean): Answer {
  const task = service.deferredTasks.accept({ tenant: service.tenant, resultPath: leadsTo, run }, subject);
  return createJsonAnswer(202, renderTask(task), { location: `/operations/${task.id}` });
}

/** GET and HEAD of a status monitor: the state of the task, and its result. */
export const readOperation: Handler = ({ id, service }) => {
  const task = service.deferredTasks.find(id);
  if (!task || task.tenant !== service.tenant) return createProblem(404, 'There is no such operation.');
  if (task.state === 'pending') return createJsonAnswer(200, renderTask(task), { 'retry-after': '1' });
  const isElsewhere =
    task.state === 'succeeded' && task.resultPath !== undefined && isRedirectedWhenDone(service.settings);
  return isElsewhere
    ? createEmptyAnswer(303, { location: task.resultPath ?? '' })
    : createJsonAnswer(200, renderTask(task));
};

/** Whether a status monitor redirects to the result with 303 at the end, instead of naming it. */
export const isRedirectedWhenDone = ({ seed }: Settings): boolean => seed % 2 === 0;

export const hasOperations = ({ areCreationsDelayed, areWritesDelayed }: Settings) =>
  areCreationsDelayed || areWritesDelayed;

export const operationSchema: Schema = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    status: { type: 'string', enum: ['pending', 'succeeded', 'failed'] },
    resource: { type: 'string' },
  },
  required: ['id', 'status'],
};

function renderTask({ id, state, resultPath }: DeferredTask): JsonObject {
  return { id, status: state, ...(state === 'succeeded' && resultPath !== undefined && { resource: resultPath }) };
}
