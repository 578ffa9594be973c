const VERSION = /^v(\d+)(?:(alpha|beta)(\d+))?$/;

/**
 * The version of a kind that is most settled, then newest: v2 before v1 before v1beta2 before v1alpha1, others last.
 * Source: apimachinery/pkg/version/helpers.go, CompareKubeAwareVersionStrings.
 */
export function newest<Kind extends { readonly version: string }>(kinds: readonly Kind[]): Kind | undefined {
  return [...kinds].sort((a, b) => compare(orderOf(b.version), orderOf(a.version)))[0];
}

function orderOf(version: string): readonly number[] {
  const [, major, stage, minor] = VERSION.exec(version) ?? [];
  if (major === undefined) return [-1];
  return [stage === undefined ? 2 : stage === "beta" ? 1 : 0, Number(major), Number(minor ?? 0)];
}

function compare(left: readonly number[], right: readonly number[]): number {
  const at = left.findIndex((number, index) => number !== right[index]);
  return at < 0 ? 0 : (left[at] ?? 0) - (right[at] ?? -1);
}
