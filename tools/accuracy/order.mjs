// @ts-check
// What has to be there before what, and what would get in the others' way.

/** Their deletion takes what is in them along. */
export const HOMES = ["Namespace", "CustomResourceDefinition"];

/** Created in this order; the rest comes after all of these. */
const FIRST = [
  "Namespace",
  "CustomResourceDefinition",
  "PriorityClass",
  "StorageClass",
  "IngressClass",
  "RuntimeClass",
];

/** Written by the server together with others, a Service's with the Service: changed when those are done. */
const SECOND = ["Endpoints"];

/** These act on other objects, or are the home of others: created and changed when those are done. */
const LAST = [
  "LimitRange",
  "ResourceQuota",
  "ValidatingWebhookConfiguration",
  "MutatingWebhookConfiguration",
  "ValidatingAdmissionPolicy",
  "ValidatingAdmissionPolicyBinding",
  "MutatingAdmissionPolicy",
  "MutatingAdmissionPolicyBinding",
];

/** @param {{ desired: import("./types.js").KubeObject }} manifest */
export function createdAt({ desired: { kind } }) {
  const first = FIRST.indexOf(kind);
  return first >= 0 ? first : FIRST.length;
}

/**
 * Objects in rounds: each round is created, and its pairs asked, before the next begins.
 * @template {{ desired: import("./types.js").KubeObject }} M
 * @param {readonly M[]} manifests
 * @returns {{ create: M[], ask: M[] }[]}
 */
export function rounds(manifests) {
  const acting = manifests.filter(({ desired }) => LAST.includes(desired.kind));
  const rest = manifests.filter((each) => !acting.includes(each));
  const later = rest.filter((each) => createdAt(each) < FIRST.length || SECOND.includes(each.desired.kind));
  return [
    { create: rest, ask: rest.filter((each) => !later.includes(each)) },
    { create: [], ask: later.filter(({ desired }) => desired.kind !== "Namespace") },
    { create: acting, ask: acting },
    { create: [], ask: later.filter(({ desired }) => desired.kind === "Namespace") },
  ];
}
