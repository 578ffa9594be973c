// @ts-check

/**
 * @typedef {{ name: string, kind: string, namespaced: boolean, verbs: string[] }} Listed
 * @param {import("./types.d.ts").Request} request
 * @returns {import("./types.d.ts").Discovery}
 */
export function createDiscovery(request) {
  /** By API version. @type {Map<string, Promise<readonly Listed[]>>} */
  const lists = new Map();

  /** @param {string} prefix @returns {Promise<readonly Listed[]>} */
  async function ask(prefix) {
    const { code, body } = await request("GET", prefix);
    if (code === 404) return [];
    const { resources } = /** @type {{ resources?: Listed[] }} */ (body ?? {});
    if (code === 200 && Array.isArray(resources)) return resources;
    const status = code === 200 ? 502 : code;
    throw Object.assign(new Error(`GET ${prefix} was answered with ${code}, and no list`), { status });
  }

  return {
    async resource(apiVersion, kind) {
      const prefix = `/${apiVersion.includes("/") ? "apis" : "api"}/${apiVersion}`;
      const asked = lists.get(apiVersion) ?? ask(prefix);
      lists.set(apiVersion, asked);
      const list = await asked.catch((error) => {
        lists.delete(apiVersion);
        throw error;
      });
      const found = list.find((each) => each.kind === kind && !each.name.includes("/"));
      if (found === undefined) return undefined;
      const below = `${found.name}/`;
      const subresources = list
        .filter(({ name }) => name.startsWith(below))
        .map(({ name }) => name.slice(below.length));
      return {
        prefix,
        plural: found.name,
        namespaced: found.namespaced,
        subresources,
        verbs: found.verbs,
      };
    },
    forget: () => lists.clear(),
  };
}
