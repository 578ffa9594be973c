import { bundledFacts } from "../facts.js";

/** Whether a kind is one of Kubernetes' own, of which the bundled facts know more than any schema tells. */
export function isBuiltIn(group: string, kind: string): boolean {
  return bundledFacts
    .kinds()
    .filter((each) => each.group === group && each.kind === kind)
    .some(({ version }) => {
      const facts = bundledFacts.kind(group, version, kind);
      return facts !== undefined && bundledFacts.type(facts.type)?.stored === undefined;
    });
}
