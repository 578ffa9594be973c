import { expect, test } from "vitest";
import { findKinds } from "../../../src/cli/rules/named-kinds.js";
import { bundledRules } from "../../../src/rules/bundled.js";
import { compileRules } from "../../../src/rules/compile.js";

const rules = compileRules([bundledRules]);

test.each([
  ["Deployment", ["apps/Deployment"]],
  ["deployment", ["apps/Deployment"]],
  ["deployments", ["apps/Deployment"]],
  ["deployments.apps", ["apps/Deployment"]],
  ["Deployment.apps", ["apps/Deployment"]],
  ["apps/deployments", ["apps/Deployment"]],
  ["extensions/Deployment", ["extensions/Deployment"]],
  ["deployments.extensions", ["extensions/Deployment"]],
  ["deployments.apps.status", ["apps/Deployment status"]],
  ["networkpolicies.networking.k8s.io", ["networking.k8s.io/NetworkPolicy"]],
  ["ingresses", ["networking.k8s.io/Ingress"]],
  ["endpoints", ["/Endpoints"]],
  ["core/pods", ["/Pod"]],
  ["gateways", ["gateway.networking.k8s.io/Gateway", "gateway.networking.k8s.io/Gateway status"]],
  ["events", ["/Event", "events.k8s.io/Event"]],
])("%s", (name, wanted) => {
  const found = findKinds(name, rules).map(
    ({ group, kind, subresource }) => `${group}/${kind}${subresource ? ` ${subresource}` : ""}`,
  );
  expect(found.sort()).toEqual(wanted);
});
