/**
 * Draws the case that the path of a replay leads to, and all cases where that one shows nothing, or the path leads nowhere: what
 * is drawn changes with what the service declares, and one case that is another one by now does not tell that a violation is gone.
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
