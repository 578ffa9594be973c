/** An object's name behind its namespace, where it has one. */
export function objectName({
  namespace,
  name,
}: {
  readonly namespace?: string | undefined;
  readonly name: string;
}): string {
  return namespace === undefined || namespace === "" ? name : `${namespace}/${name}`;
}
