/** `apps/v1` as its group and version; the core group's name is empty. */
export function groupVersion(apiVersion: string): [group: string, version: string] {
  const slash = apiVersion.indexOf("/");
  return [apiVersion.slice(0, Math.max(0, slash)), apiVersion.slice(slash + 1)];
}
