// @ts-check
// Does what is proposed stop it? Tried on the server, where all has come to rest.
import { KubeConfig } from "@kubernetes/client-node";
import { bundledRules, compileRules, createEnsurer, createGate } from "churngate";
import { clientNodePort } from "churngate/client-node";

/** @typedef {import("./types.d.ts").Actor} Actor @typedef {import("./types.d.ts").Finding} Finding @typedef {import("./types.d.ts").Stated} Stated */
/** @typedef {Required<Pick<Actor, "name" | "cure">>} Patient */

/**
 * @param {string} command whose document it is @param {readonly Finding[]} findings
 * @param {readonly Actor[]} actors @param {import("../cluster/types.d.ts").Cluster} cluster
 * @returns {Promise<import("./types.d.ts").Claim[]>} one for each finding
 */
export async function curesOf(command, findings, actors, cluster) {
  const claims = [];
  for (const { what, kind, managers, proposal } of findings) {
    const name = proposal.fix === "give-way" ? proposal.gives : (managers[0] ?? "nobody");
    const { cure } = actors.find((actor) => actor.name === name) ?? {};
    const claim = `${command}'s proposal stops it: ${name}, ${what}, ${kind}: ${proposal.fix}`;
    const faults =
      cure === undefined ? [`${name} is not known`] : await tried({ name, cure }, kind, proposal, cluster);
    claims.push({ claim, faults });
  }
  return claims;
}

/** @param {Patient} patient @param {string} kind @param {import("./types.d.ts").Proposal} proposal @param {import("../cluster/types.d.ts").Cluster} cluster */
async function tried({ name, cure: { mode, desired: all } }, kind, proposal, { kubeconfig, client }) {
  const desired = all.filter((each) => each.kind === kind);
  if (proposal.fix === "leave-out-empty") {
    const stated = desired.map((each) => without(each, proposal.paths));
    const versions = [];
    for (let time = 0; time < 2; time++)
      versions.push(
        await Promise.all(
          stated.map(async (each) => {
            const { body } = await client.apply(each, { fieldManager: name, force: true });
            return body.metadata.resourceVersion;
          }),
        ),
      );
    return String(versions[0]) === String(versions[1]) ? [] : ["it still moves"];
  }
  const kubeConfig = new KubeConfig();
  kubeConfig.loadFromFile(kubeconfig);
  const own = "rule" in proposal && proposal.rule !== undefined ? [{ rules: [proposal.rule] }] : [];
  const rules = compileRules([bundledRules, ...own]);
  const ensurer = createEnsurer({
    port: clientNodePort(kubeConfig),
    gate: createGate({ rules, mode, fieldManager: name }),
  });
  const found = [];
  // The first may write once, to give up what it owns.
  for (const time of ["first", "second"]) {
    const results = await ensurer.ensureAll(desired);
    for (const { ref, error, ...rest } of results) {
      const result = error === undefined ? rest.result : String(error);
      if (result !== "unchanged" && !(time === "first" && result === "updated" && own.length > 0))
        found.push(`${ref.name}, the ${time} time: ${result}`);
    }
  }
  return found;
}

/** @param {Stated} object @param {readonly string[]} paths of plain fields @returns {Stated} */
function without(object, paths) {
  const copy = structuredClone(object);
  for (const path of paths) {
    const steps = path.split(".");
    const last = steps.pop() ?? "";
    delete steps.reduce((value, step) => value?.[step], /** @type {import("./types.d.ts").Loose} */ (copy))[
      last
    ];
  }
  return copy;
}
