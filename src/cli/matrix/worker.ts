import { carryOutJob, type Job } from './job.js';

/** A process that does jobs of the matrix as they come in, each answered by its index. */
process.on('message', async ({ index, job }: { index: number; job: Job }) => {
  process.send?.({ index, done: await carryOutJob(job) });
});
process.once('disconnect', () => process.exit(0));
