import { delimiter, join } from "node:path";
import { describe, expect, it } from "vitest";
import { CommandError } from "../../../src/cli/errors.js";
import { targetOf } from "../../../src/cli/kubeconfig/target.js";
import type { Target } from "../../../src/cli/kubeconfig/types.js";
import { folder } from "./helper.js";

/** A kubeconfig of contexts, each with a cluster and a user of its name. */
function config(contexts: readonly string[], current?: string, more: object = {}): string {
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    ...(current !== undefined && { "current-context": current }),
    contexts: contexts.map((name) => ({ name, context: { cluster: name, user: name } })),
    clusters: contexts.map((name) => ({ name, cluster: { server: `https://${name}.example` } })),
    users: contexts.map((name) => ({ name, user: { token: `${name}-token` } })),
    ...more,
  });
}

const files = {
  "home/.kube/config": config(["home"], "home"),
  a: config(["a", "both"], "a", {
    users: [
      { name: "a", user: { token: "a-token" } },
      { name: "both", user: { username: "of-a" } },
    ],
  }),
  b: config(["b", "both"], "b"),
  "no-current": config(["a", "b"]),
  empty: "",
  relative: config(["r"], "r", {
    clusters: [{ name: "r", cluster: { server: "https://r.example", "certificate-authority": "ca.crt" } }],
    users: [
      {
        name: "r",
        user: {
          "client-certificate": "certs/c.crt",
          "client-key": "/k",
          tokenFile: "t",
          exec: { command: "./get", args: ["./x"] },
        },
      },
    ],
  }),
  "on-path": config(["p"], "p", { users: [{ name: "p", user: { exec: { command: "get" } } }] }),
  namespaced: config(["n"], "n", {
    contexts: [{ name: "n", context: { cluster: "n", user: "n", namespace: "shop" } }],
  }),
  "no-user": config(["u"], "u", { contexts: [{ name: "u", context: { cluster: "u" } }] }),
  "bad-cluster": config(["x"], "x", { clusters: [] }),
  "bad-user": config(["x"], "x", { users: [] }),
  "no-server": config(["x"], "x", { clusters: [{ name: "x", cluster: {} }] }),
  "no-name": JSON.stringify({ contexts: [{ context: {} }] }),
  "not-lists": JSON.stringify({ contexts: {} }),
  "not-yaml": "kind: Config\nusers:\n- name: a\n  user: {token: hunter2\n",
  "not-object": "- a\n",
  "account/token": "pod-token",
  "account/namespace": "pods\n",
  "no-namespace/token": "pod-token",
};
const root = folder(files);

interface Call {
  readonly list?: readonly string[];
  readonly kubeconfig?: string;
  readonly context?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly account?: string;
}

function target({ list, kubeconfig, context, env, account = "none" }: Call): Promise<Target> {
  return targetOf(
    { kubeconfig, context, serviceAccount: join(root, account) },
    {
      cwd: root,
      env: { HOME: join(root, "home"), ...(list && { KUBECONFIG: list.join(delimiter) }), ...env },
    },
  );
}

const pod = { KUBERNETES_SERVICE_HOST: "10.0.0.1", KUBERNETES_SERVICE_PORT: "443" };
const nowhere = { HOME: join(root, "nowhere") };

const found: readonly (readonly [what: string, call: Call, target: Partial<Target>])[] = [
  ["~/.kube/config", {}, { context: "home", server: "https://home.example", namespace: undefined }],
  ["~/.kube/config where the variable is empty", { list: [""] }, { context: "home" }],
  ["the file that the variable names", { list: ["b"] }, { context: "b", user: { token: "b-token" } }],
  ["the first current context of several files", { list: ["no-current", "b", "a"] }, { context: "b" }],
  ["what only a later file has", { list: ["a", "b"], context: "b" }, { server: "https://b.example" }],
  [
    "the first file's entry of a name, whole",
    { list: ["a", "b"], context: "both" },
    { user: { username: "of-a" } },
  ],
  ["the other order's", { list: ["b", "a"], context: "both" }, { user: { token: "both-token" } }],
  ["files that are there beside those that are not", { list: ["missing", "", "b"] }, { context: "b" }],
  ["an empty file as nothing", { list: ["empty", "b"] }, { context: "b" }],
  ["--kubeconfig before the variable", { list: ["b"], kubeconfig: "a" }, { context: "a" }],
  ["--context before the current one", { list: ["a", "b"], context: "b" }, { context: "b" }],
  ["a context where none is current", { list: ["no-current"], context: "a" }, { context: "a" }],
  ["the context's namespace", { list: ["namespaced"] }, { namespace: "shop" }],
  ["a context without a user", { list: ["no-user"] }, { user: {} }],
  [
    "file names as relative to their file",
    { kubeconfig: "relative" },
    {
      cluster: { server: "https://r.example", "certificate-authority": join(root, "ca.crt") },
      user: {
        "client-certificate": join(root, "certs/c.crt"),
        "client-key": "/k",
        tokenFile: join(root, "t"),
        exec: { command: join(root, "get"), args: ["./x"] },
      },
    },
  ],
  ["a plugin on the PATH by its name", { list: ["on-path"] }, { user: { exec: { command: "get" } } }],
  [
    "a pod's service account, where there is no kubeconfig",
    { env: { ...pod, ...nowhere }, account: "account" },
    {
      server: "https://10.0.0.1:443",
      context: undefined,
      namespace: "pods",
      user: { tokenFile: join(root, "account/token") },
    },
  ],
  [
    "an IPv6 address of the cluster",
    { env: { ...pod, ...nowhere, KUBERNETES_SERVICE_HOST: "fd00::1" }, account: "no-namespace" },
    { server: "https://[fd00::1]:443", namespace: undefined },
  ],
  [
    "POD_NAMESPACE before the service account's",
    { env: { ...pod, ...nowhere, POD_NAMESPACE: "env" }, account: "account" },
    { namespace: "env" },
  ],
  ["a kubeconfig before the pod", { env: pod, account: "account" }, { context: "home" }],
];

describe("the cluster is that of", () => {
  it.each(found)("%s", async (_what, call, expected) => {
    expect(await target(call)).toMatchObject(expected);
  });
});

const refused: readonly (readonly [
  what: string,
  call: Call,
  place: string,
  said: string,
  hint: string | undefined,
])[] = [
  [
    "no kubeconfig anywhere",
    { env: nowhere },
    "",
    `no kubeconfig: nothing is in ${join(root, "nowhere/.kube/config")}`,
    "Name one by --kubeconfig FILE or in $KUBECONFIG.",
  ],
  [
    "a pod without a token",
    { env: { ...pod, ...nowhere } },
    "",
    `no kubeconfig: nothing is in ${join(root, "nowhere/.kube/config")}`,
    undefined,
  ],
  [
    "a named file that is missing",
    { kubeconfig: "missing" },
    "missing",
    "there is no such kubeconfig",
    undefined,
  ],
  [
    "no current context",
    { list: ["no-current"] },
    "no-current",
    "no context is the current one",
    "Choose one by --context, or by kubectl config use-context: a, b",
  ],
  [
    "an unknown context",
    { list: ["a"], context: "zzzzz" },
    "a",
    "there is no context zzzzz",
    "There are: a, both",
  ],
  [
    "a slip of a context",
    { list: ["a"], context: "boht" },
    "a",
    "there is no context boht",
    "Did you mean both? There are: a, both",
  ],
  [
    "a cluster that is not there",
    { list: ["bad-cluster"] },
    "bad-cluster",
    "context x names a cluster x that is not there",
    undefined,
  ],
  [
    "a user that is not there",
    { list: ["bad-user"] },
    "bad-user",
    "context x names a user x that is not there",
    undefined,
  ],
  ["a cluster without a server", { list: ["no-server"] }, "no-server", "cluster x has no server", undefined],
  ["an entry without a name", { list: ["no-name"] }, "no-name", "contexts[0] has no name", undefined],
  ["contexts that are no list", { list: ["not-lists"] }, "not-lists", "contexts is not a list", undefined],
  [
    "no YAML, and shows no line of it",
    { list: ["b", "not-yaml"] },
    "not-yaml:5:1",
    "not a kubeconfig: not valid YAML",
    undefined,
  ],
  ["a list", { list: ["not-object"] }, "not-object", "not a kubeconfig", undefined],
];

describe("no cluster, and says so, for", () => {
  it.each(refused)("%s", async (_what, call, place, said, hint) => {
    const error = await target(call).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(CommandError);
    expect(error).toMatchObject({
      code: "bad-kubeconfig",
      message: said,
      ...(hint && { hint }),
      place: place === "" ? undefined : join(root, place),
    });
  });
});
