// Generated from rules/ by: node tools/generate/rules.mjs. Do not edit.

/** The bundled rules by file name. */
export const ruleTexts: Readonly<Record<string, string>> = {
};
