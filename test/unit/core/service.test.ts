import { describe } from "vitest";
import type { JsonObject } from "../../../src/core/json.js";
import { rows, service, stored } from "./helper.js";

const selector = { app: "demo" };
const tcp = { protocol: "TCP", targetPort: 80 };
/** What the server filled in for a Service of this type. */
const filled = (spec: JsonObject): JsonObject =>
  stored(
    service({
      clusterIP: "10.0.0.7",
      clusterIPs: ["10.0.0.7"],
      ipFamilies: ["IPv4"],
      ipFamilyPolicy: "SingleStack",
      internalTrafficPolicy: "Cluster",
      sessionAffinity: "None",
      selector,
      type: "ClusterIP",
      ...spec,
    }),
  );
const nodePort = (ports: JsonObject[], more: JsonObject = {}): JsonObject =>
  filled({ type: "NodePort", externalTrafficPolicy: "Cluster", ports, ...more });
const balancer = (more: JsonObject): JsonObject =>
  filled({
    type: "LoadBalancer",
    externalTrafficPolicy: "Cluster",
    allocateLoadBalancerNodePorts: true,
    ...more,
  });

describe("what the server filled in is carried over", () => {
  rows([
    {
      name: "cluster IPs, families, policy and the defaults",
      desired: service({ selector, ports: [{ port: 80 }] }),
      live: filled({ ports: [{ port: 80, ...tcp }] }),
      is: "skip",
      passed: [
        "spec.clusterIP computed",
        "spec.clusterIPs computed",
        "spec.ipFamilies computed",
        "spec.ipFamilyPolicy computed",
        "spec.sessionAffinity default",
        "spec.internalTrafficPolicy computed",
        "spec.ports[port=80,protocol=TCP].targetPort computed",
      ],
    },
    {
      name: "a live PreferDualStack survives",
      desired: service({ selector, ports: [{ port: 80 }] }),
      live: filled({ ipFamilyPolicy: "PreferDualStack", ports: [{ port: 80, ...tcp }] }),
      is: "skip",
    },
    {
      name: "two addresses survive",
      desired: service({ selector }),
      live: filled({
        clusterIPs: ["10.0.0.7", "fd00::7"],
        ipFamilies: ["IPv4", "IPv6"],
        ipFamilyPolicy: "RequireDualStack",
      }),
      is: "skip",
    },
    {
      name: "a write keeps them",
      desired: service({ selector: { app: "other" }, ports: [{ port: 80 }] }),
      live: filled({ ports: [{ port: 80, ...tcp }] }),
      is: "write",
      changes: ["spec.selector.app changed"],
      payload: {
        "/spec/clusterIP": "10.0.0.7",
        "/spec/clusterIPs": ["10.0.0.7"],
        "/spec/ipFamilies": ["IPv4"],
      },
    },
    {
      name: "a headless Service that no longer says so stays headless",
      desired: service({ selector }),
      live: filled({ clusterIP: "None", clusterIPs: ["None"] }),
      is: "skip",
    },
    {
      name: "a headless Service has no address that its families come from",
      desired: service({ clusterIP: "None", selector }),
      live: filled({ clusterIP: "None", clusterIPs: ["None"], ipFamilies: ["IPv6"] }),
      is: "write",
      changes: ["spec.ipFamilies[0] changed"],
    },
    {
      name: "a stated clusterIP that live has",
      desired: service({ selector, clusterIP: "10.0.0.7" }),
      live: filled({}),
      is: "skip",
    },
    {
      name: "another clusterIP is refused",
      desired: service({ selector, clusterIP: "10.0.0.8" }),
      live: filled({}),
      is: "blocked",
      changes: ["spec.clusterIP immutable"],
      recreate: ["spec.clusterIP"],
    },
    {
      name: 'clusterIP "" is absent',
      desired: service({ selector, clusterIP: "" }),
      live: filled({}),
      is: "skip",
    },
  ]);
});

describe("node ports are carried by port name", () => {
  rows([
    {
      name: "the same name",
      desired: service({ type: "NodePort", selector, ports: [{ name: "http", port: 80 }] }),
      live: nodePort([{ name: "http", port: 80, nodePort: 30080, ...tcp }]),
      is: "skip",
      passed: ["spec.ports[port=80,protocol=TCP].nodePort computed"],
    },
    {
      name: "no name",
      desired: service({ type: "NodePort", selector, ports: [{ port: 80 }] }),
      live: nodePort([{ port: 80, nodePort: 30080, ...tcp }]),
      is: "skip",
    },
    {
      name: "nodePort 0 is absent",
      desired: service({ type: "NodePort", selector, ports: [{ port: 80, nodePort: 0 }] }),
      live: nodePort([{ port: 80, nodePort: 30080, ...tcp }]),
      is: "skip",
    },
    {
      name: "another number keeps it",
      desired: service({ type: "NodePort", selector, ports: [{ name: "http", port: 81, targetPort: 80 }] }),
      live: nodePort([{ name: "http", port: 80, nodePort: 30080, ...tcp }]),
      is: "write",
    },
    {
      name: "another protocol keeps it",
      desired: service({
        type: "NodePort",
        selector,
        ports: [{ name: "dns", port: 53, protocol: "UDP", targetPort: 53 }],
      }),
      live: nodePort([{ name: "dns", port: 53, protocol: "TCP", targetPort: 53, nodePort: 30053 }]),
      is: "write",
    },
    {
      name: "a renamed port allocates anew",
      desired: service({ type: "NodePort", selector, ports: [{ name: "web", port: 80 }] }),
      live: nodePort([{ name: "http", port: 80, nodePort: 30080, ...tcp }]),
      is: "write",
    },
    {
      name: "naming an unnamed port allocates anew",
      desired: service({ type: "NodePort", selector, ports: [{ name: "http", port: 80 }] }),
      live: nodePort([{ port: 80, nodePort: 30080, ...tcp }]),
      is: "write",
    },
    {
      name: "a stated one that live has",
      desired: service({ type: "NodePort", selector, ports: [{ port: 80, nodePort: 30080 }] }),
      live: nodePort([{ port: 80, nodePort: 30080, ...tcp }]),
      is: "skip",
    },
    {
      name: "another stated one",
      desired: service({ type: "NodePort", selector, ports: [{ port: 80, nodePort: 30081 }] }),
      live: nodePort([{ port: 80, nodePort: 30080, ...tcp }]),
      is: "write",
      changes: ["spec.ports[port=80,protocol=TCP].nodePort changed"],
      payload: { "/spec/ports/0/nodePort": 30081 },
    },
    {
      name: "gone from a ClusterIP Service",
      desired: service({ selector, ports: [{ port: 80 }] }),
      live: nodePort([{ port: 80, nodePort: 30080, ...tcp }]),
      is: "write",
      payload: {
        "/spec/type": undefined,
        "/spec/ports/0/nodePort": undefined,
        "/spec/externalTrafficPolicy": undefined,
      },
    },
    {
      name: "a load balancer carries them",
      desired: service({ type: "LoadBalancer", selector, ports: [{ port: 80 }] }),
      live: balancer({ ports: [{ port: 80, nodePort: 30080, ...tcp }] }),
      is: "skip",
    },
    {
      name: "not where allocateLoadBalancerNodePorts is false",
      desired: service({
        type: "LoadBalancer",
        selector,
        allocateLoadBalancerNodePorts: false,
        ports: [{ port: 80 }],
      }),
      live: balancer({
        allocateLoadBalancerNodePorts: false,
        ports: [{ port: 80, nodePort: 30080, ...tcp }],
      }),
      is: "write",
      changes: ["spec.ports[port=80,protocol=TCP].nodePort removed"],
      payload: { "/spec/ports/0/nodePort": undefined },
    },
    {
      name: "two ports change places",
      desired: service({
        type: "NodePort",
        selector,
        ports: [
          { name: "b", port: 81 },
          { name: "a", port: 80 },
        ],
      }),
      live: nodePort([
        { name: "a", port: 80, nodePort: 30080, ...tcp },
        { name: "b", port: 81, nodePort: 30081, protocol: "TCP", targetPort: 81 },
      ]),
      is: "write",
      changes: ["spec.ports order"],
    },
    {
      name: "a number that another port of desired took is not carried",
      desired: service({
        type: "NodePort",
        selector,
        ports: [
          { name: "a", port: 80 },
          { name: "b", port: 81, nodePort: 30080 },
        ],
      }),
      live: nodePort([{ name: "a", port: 80, nodePort: 30080, ...tcp }]),
      is: "write",
    },
  ]);
});

describe("the health check's port", () => {
  const local = { externalTrafficPolicy: "Local", healthCheckNodePort: 31000 };
  rows([
    {
      name: "goes with the policy",
      desired: service({ type: "LoadBalancer", selector }),
      live: balancer(local),
      is: "write",
      payload: { "/spec/externalTrafficPolicy": "Cluster", "/spec/healthCheckNodePort": undefined },
    },
    {
      name: "is carried while type is LoadBalancer and the policy Local",
      desired: service({ type: "LoadBalancer", externalTrafficPolicy: "Local", selector }),
      live: balancer(local),
      is: "skip",
      passed: ["spec.healthCheckNodePort computed"],
    },
    {
      name: "another one is refused",
      desired: service({
        type: "LoadBalancer",
        externalTrafficPolicy: "Local",
        healthCheckNodePort: 31001,
        selector,
      }),
      live: balancer(local),
      is: "blocked",
      recreate: ["spec.healthCheckNodePort"],
    },
  ]);
});

describe("types", () => {
  const external = { type: "ExternalName", externalName: "example.com" };
  rows([
    {
      name: "all of it is dropped on ExternalName",
      desired: service(external),
      live: filled({ ports: [{ port: 80, ...tcp }] }),
      is: "write",
      payload: {
        "/spec/type": "ExternalName",
        "/spec/clusterIP": undefined,
        "/spec/clusterIPs": undefined,
        "/spec/ipFamilies": undefined,
        "/spec/ipFamilyPolicy": undefined,
        "/spec/internalTrafficPolicy": undefined,
        "/spec/ports": undefined,
      },
    },
    {
      name: "an ExternalName drops a stated internalTrafficPolicy",
      desired: service({ ...external, internalTrafficPolicy: "Cluster" }),
      live: stored(service({ ...external, sessionAffinity: "None" })),
      is: "skip",
    },
    {
      name: "an ExternalName has no addresses to carry",
      desired: service(external),
      live: stored(service({ ...external, sessionAffinity: "None" })),
      is: "skip",
    },
    {
      name: "externalTrafficPolicy where the Service can be reached from outside",
      desired: service({ type: "NodePort", selector }),
      live: nodePort([]),
      is: "skip",
      passed: ["spec.externalTrafficPolicy computed"],
    },
    {
      name: "externalTrafficPolicy with external addresses",
      desired: service({ selector, externalIPs: ["192.0.2.1"] }),
      live: filled({ externalIPs: ["192.0.2.1"], externalTrafficPolicy: "Cluster" }),
      is: "skip",
    },
    {
      name: "session affinity has a time-out by default",
      desired: service({ selector, sessionAffinity: "ClientIP" }),
      live: filled({
        sessionAffinity: "ClientIP",
        sessionAffinityConfig: { clientIP: { timeoutSeconds: 10800 } },
      }),
      is: "skip",
    },
    {
      name: "another time-out is reset",
      desired: service({ selector, sessionAffinity: "ClientIP" }),
      live: filled({
        sessionAffinity: "ClientIP",
        sessionAffinityConfig: { clientIP: { timeoutSeconds: 10 } },
      }),
      is: "write",
    },
    {
      name: "no affinity has none",
      desired: service({
        selector,
        sessionAffinity: "None",
        sessionAffinityConfig: { clientIP: { timeoutSeconds: 10 } },
      }),
      live: filled({}),
      is: "skip",
    },
    {
      name: "node ports by default on a load balancer",
      desired: service({ type: "LoadBalancer", selector }),
      live: balancer({}),
      is: "skip",
      passed: ["spec.allocateLoadBalancerNodePorts default"],
    },
    {
      name: "loadBalancerClass is kept: a PUT without it is refused",
      desired: service({ type: "LoadBalancer", selector: { app: "other" } }),
      live: balancer({ loadBalancerClass: "example.com/lb" }),
      is: "write",
      changes: ["spec.selector.app changed"],
      passed: ["spec.loadBalancerClass kept-from-live"],
      payload: { "/spec/loadBalancerClass": "example.com/lb" },
    },
    {
      name: "another loadBalancerClass is refused",
      desired: service({ type: "LoadBalancer", selector, loadBalancerClass: "example.com/other" }),
      live: balancer({ loadBalancerClass: "example.com/lb" }),
      is: "blocked",
      recreate: ["spec.loadBalancerClass"],
    },
  ]);
});
