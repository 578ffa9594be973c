/** What a rule is for: a kind, or its status. */
export interface RuleSubject {
  readonly group: string;
  readonly kind: string;
  readonly subresource?: "status";
}

/** How messages name what a rule is for: `Deployment.apps`, `the status of Deployment.apps`. */
export function nameOf({ group, kind, subresource }: RuleSubject): string {
  const name = group === "" ? kind : `${kind}.${group}`;
  return subresource === undefined ? name : `the ${subresource} of ${name}`;
}
