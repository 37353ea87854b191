/** What one process spent. */
export interface ProcessMeasurement {
  readonly requests: number;
  readonly seconds: number;
  readonly cpuMs: number;
  readonly peakMegabytes: number;
}

/** Measures this process while it does something, and tells the parent process. */
export async function measureProcess(go: () => Promise<number>): Promise<void> {
  const cpu = process.cpuUsage();
  const started = performance.now();
  const requests = await go();
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  const measured: ProcessMeasurement = {
    requests,
    seconds,
    cpuMs: (user + system) / 1000,
    peakMegabytes: process.resourceUsage().maxRSS / 1024,
  };
  process.send?.(measured, () => process.disconnect());
}
