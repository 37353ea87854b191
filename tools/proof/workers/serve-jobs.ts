/** A job as it is sent to a worker. */
export interface JobMessage {
  readonly id: number;
  readonly task: object;
}

/** What a worker sends back: an outcome, or why there is none. */
export type ReplyMessage<Outcome> =
  | { readonly id: number; readonly outcome: Outcome }
  | { readonly id: number; readonly error: string };

/** Makes this process a worker: it does each job that it is sent, until the process that started it is gone. */
export function serveJobs<Task, Outcome>(doJob: (task: Task) => Promise<Outcome>): void {
  process.on('message', async ({ id, task }: JobMessage) => {
    try {
      process.send?.({ id, outcome: await doJob(task as Task) });
    } catch (error) {
      process.send?.({ id, error: error instanceof Error ? `${error.name}: ${error.message}` : String(error) });
    }
  });
  // Ctrl-C reaches all processes of a terminal; the one that started this one decides when it ends.
  process.on('SIGINT', () => {});
  process.once('disconnect', () => process.exit(0));
}
