import { beforeEach, describe, expect } from "vitest";
import { Interruption } from "../../../src/cli/shell.js";
import type { Client } from "../../../tools/cluster/types.d.ts";
import { accountIn } from "../account.js";
import { command, configMap } from "../command/helper.js";
import { clusterTest, freshPlace, given } from "../helper.js";
import { defined, deployment } from "./objects.js";
import { expectNothingStored } from "./stored.js";

let client: Client;
let namespace: string;
beforeEach(async () => {
  if (given) ({ client, namespace } = await freshPlace());
});

const service = {
  apiVersion: "v1",
  kind: "Service",
  metadata: { name: "web" },
  spec: {
    selector: { app: "web" },
    ports: [
      { name: "http", port: 80 },
      { name: "https", port: 443 },
    ],
  },
};
const secret = {
  apiVersion: "v1",
  kind: "Secret",
  metadata: { name: "s" },
  stringData: { password: "hunter2-first" },
};
const role = {
  apiVersion: "rbac.authorization.k8s.io/v1",
  kind: "Role",
  metadata: { name: "r", labels: { a: "b" } },
  rules: [{ apiGroups: [""], resources: ["pods", "services"], verbs: ["get", "list"] }],
};
const claim = {
  apiVersion: "v1",
  kind: "PersistentVolumeClaim",
  metadata: { name: "c" },
  spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
};
const objects = [deployment("web"), service, secret, role, claim];

const evidence = (given: readonly object[], ...words: string[]) =>
  command(["classify", "--evidence", ...words], { objects: given, namespace });

/** The scores of a kind in a document. */
async function kindsIn(given: readonly object[], ...words: string[]) {
  const { code, out, err } = await evidence(given, "-o", "json", ...words);
  expect([code, err]).toEqual([0, ""]);
  const document = JSON.parse(out);
  expect(document.format).toBe("classify-evidence/1");
  return document.kinds;
}

const wrongs = ({ falseSkips, falseWrites }: { falseSkips: number; falseWrites: number }) => [
  falseSkips,
  falseWrites,
];

describe.each(["replace", "apply", "merge"])("classify --evidence --mode %s", (mode) => {
  clusterTest("finds exact, observed and the bundled rules never wrong", async () => {
    await command(["apply", "--mode", mode], { objects, namespace });
    const kinds = await kindsIn(objects, "--mode", mode);
    expect(kinds.map(({ kind }: { kind: string }) => kind)).toEqual(objects.map(({ kind }) => kind));
    for (const { kind, strategies, rule, objects: asked } of kinds) {
      expect(asked).toEqual({ live: 1, created: 0 });
      expect(strategies.exact.pairs).toBeGreaterThan(5);
      expect(wrongs(strategies.exact)).toEqual([0, 0]);
      expect(wrongs(strategies.observed), kind).toEqual([0, 0]);
      expect(wrongs(rule)).toEqual([0, 0]);
      expect(strategies["hash+drift"].falseSkips).toBe(0);
      expect(strategies.unconditional.falseWrites).toBeGreaterThan(0);
    }
    const [{ strategies, choice }] = kinds;
    expect(choice).toEqual({ type: "never-wrong", strategy: "exact" });
    expect(strategies.hash.falseSkips).toBeGreaterThan(0);
    expect(strategies.derivative.falseSkips).toBeGreaterThan(0);
  });

  clusterTest("compares creations where nothing is there yet, and says that this is weaker", async () => {
    const kinds = await kindsIn(objects, "--mode", mode);
    for (const { strategies, objects: asked } of kinds) {
      expect(asked).toEqual({ live: 0, created: 1 });
      expect(wrongs(strategies.exact)).toEqual([0, 0]);
    }
    const { out } = await evidence([service], "--mode", mode);
    expect(out).toContain("1 object is not there yet: creations were compared, which is weaker evidence");
    expect(await client.get({ ...service, metadata: { name: "web", namespace } })).toMatchObject({
      code: 404,
    });
  });
});

describe("classify --evidence", () => {
  clusterTest("sends nothing that could be stored", async () => {
    await command(["apply"], { objects: [deployment("web"), secret], namespace });
    const account = await accountIn(namespace, client);
    for (const mode of ["replace", "apply", "merge"]) {
      const { code } = await command(["classify", "--evidence", "--mode", mode], {
        objects,
        namespace,
        token: account.token,
      });
      expect(code).toBe(0);
    }
    expectNothingStored(account.takeNoted());
  });

  clusterTest("names the pairs that rule a strategy out, and how wrong the rule is", async () => {
    await command(["apply"], { objects: [deployment("web")], namespace });
    const { out } = await evidence([deployment("web")]);
    expect(out).toMatch(/^Deployment \(apps\/v1\) {2}exact: the cheapest that was never wrong\n/);
    expect(out).toMatch(/\n {2}the rule {2}says exact \(rules\/apps\/Deployment.json:\d+\): never wrong\n/);
    expect(out).toMatch(
      /\n {2}derivative {5}wrong in \d+ of \d+: \d+ needed writes skipped\n {6}skips {3}spec\.replicas, removed from desired \(\S+\/web\): the server would change spec\.replicas\n/,
    );
    expect(out).toMatch(
      /\n {6}skips {3}spec\.replicas, changed in live \(\S+\/web\): the server would change spec\.replicas\n/,
    );
  });

  clusterTest("finds a kind without rule and facts decided wrongly, and observed right", async () => {
    const widget = await defined(client, namespace, "Widget", {
      size: { type: "integer", default: 3 },
      colour: { type: "string" },
    });
    const desired = { ...widget, metadata: { name: "w" }, spec: { colour: "red" } };
    await command(["apply"], { objects: [desired], namespace });
    const [{ choice, rule, strategies }] = await kindsIn([desired]);
    expect(rule).toMatchObject({ strategy: "exact", falseSkips: 0 });
    expect(rule.falseWrites).toBeGreaterThan(0);
    expect(wrongs(strategies.observed)).toEqual([0, 0]);
    expect(choice).toEqual({ type: "never-wrong", strategy: "observed" });
    const group = widget.apiVersion.replace("/v1", "");
    expect((await evidence([desired])).out.split("\n").at(-2)).toBe(
      `  churngate learn --context NAME -f FILE looks for a rule under which exact is right; or state "strategy": "observed" in <set>/${group}/Widget.json`,
    );
  });

  clusterTest("prints no value of a Secret", async () => {
    await command(["apply"], { objects: [secret], namespace });
    const printed: string[] = [];
    for (const words of [[], ["-o", "json"], ["--mode", "apply"]]) {
      for (const value of ["hunter2-first", "hunter2-second"]) {
        const { out, err } = await evidence([{ ...secret, stringData: { password: value } }], ...words);
        printed.push(out, err);
      }
    }
    const bad = await evidence([{ ...secret, stringData: undefined, data: { p: "not/base64!" } }]);
    expect(bad.code).toBe(2);
    printed.push(bad.out, bad.err);
    for (const value of ["hunter2-first", "hunter2-second", "not/base64!"]) {
      expect(printed.join("\n")).not.toContain(value);
      expect(printed.join("\n")).not.toContain(Buffer.from(value).toString("base64"));
    }
  });

  clusterTest("survives hostile names, and asks about them", async () => {
    const hostile = JSON.parse(
      '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"h","labels":{"constructor":"a"}},"data":{"constructor":"a","toString":"b","hasOwnProperty":"c","valueOf":""}}',
    );
    await command(["apply"], { objects: [hostile], namespace });
    const [{ strategies }] = await kindsIn([hostile]);
    expect(strategies.exact.pairs).toBeGreaterThan(15);
    expect(wrongs(strategies.exact)).toEqual([0, 0]);
  });

  clusterTest("says what cannot be asked, and goes on", async () => {
    const bad = { ...service, metadata: { name: "bad" }, spec: { ports: [{ port: 0 }] } };
    const { code, out, err } = await evidence([
      bad,
      configMap("lost", {}, { namespace: "missing" }),
      configMap("fine", { a: "1" }),
    ]);
    expect(code).toBe(2);
    expect(err).toContain(`Service ${namespace}/bad: Service "bad" is invalid`);
    expect(err).toContain('namespaces "missing" not found');
    expect(out).toMatch(/^ConfigMap \(v1\) {2}/);
  });

  clusterTest("asks about as many variants as it is told, always the same ones", async () => {
    const [few] = await kindsIn([deployment("web")], "--variants", "9");
    expect(few.strategies.exact.pairs).toBeLessThanOrEqual(19);
    expect(few.left).toBeGreaterThan(20);
    expect(await kindsIn([deployment("web")], "--variants", "9")).toEqual([few]);
  });

  clusterTest("interrupted, says so and exits with 130", async () => {
    const controller = new AbortController();
    controller.abort(new Interruption(130));
    const outcome = await command(["classify", "--evidence"], {
      objects,
      namespace,
      signal: controller.signal,
    });
    expect(outcome).toEqual({ code: 130, out: "", err: "interrupted: nothing was stored\n" });
  });
});
