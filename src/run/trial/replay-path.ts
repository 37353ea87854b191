/**
 * Generates the case at the path of a replay. If it shows no violation, or the path no longer exists, all cases are
 * generated: the cases change with the schemas of the service, so one held case does not prove that the violation is
 * fixed.
 */
export async function replayPath<T>(
  path: string | undefined,
  draw: (path?: string) => Promise<T>,
  isViolated: () => boolean,
): Promise<T> {
  if (path === undefined) return draw();
  const again = await draw(path).catch(() => undefined);
  return again !== undefined && isViolated() ? again : draw();
}
